import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SuperviseOptions } from '@sluice/supervise';

/** Absolute path of a child script. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));

/** A folder of its own, removed at the end. */
export async function temporaryFolder(t: {
  teardown(work: () => Promise<void>): void;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-supervise-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Notes what would have been shown to a person. */
export function superviseIn(
  folder: string,
): Required<Omit<SuperviseOptions, 'backOff'>> & { shown: string[] } {
  const shown: string[] = [];
  const show = (line: string) => {
    shown.push(line);
  };
  return { logFolder: join(folder, 'logs'), recordFolder: join(folder, 'run'), show, shown };
}
