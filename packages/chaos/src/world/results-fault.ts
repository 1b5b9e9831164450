import { rm, writeFile } from 'node:fs/promises';

/**
 * Calls of the results store that can be made to fail: before the first row, in the middle, at the end.
 */
export const storeMoments = ['open', 'write', 'publish', 'rename'] as const;
/** One of {@link storeMoments}. */
export type StoreMoment = (typeof storeMoments)[number];

/** Makes the results store of all workers fail. */
export interface ResultsFault {
  /** Environment of the workers. */
  environment: Record<string, string>;
  /** From now on every call of this moment fails; null: none fails. */
  set(moment: StoreMoment | null): Promise<void>;
}

/** Workers read `orderFile` at each call; it must be in a folder that is removed with the fleet. */
export function failingFiles(orderFile: string): ResultsFault {
  const module = new URL('./failing-results.mjs', import.meta.url);
  module.searchParams.set('order', orderFile);
  return {
    environment: { NODE_OPTIONS: `--import=${module.href}` },
    set: (moment) =>
      moment === null ? rm(orderFile, { force: true }) : writeFile(orderFile, moment),
  };
}
