import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SuperviseOptions } from '@sluice/supervise';

/** Returns the absolute path of a child script. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));

/** Returns a temporary folder that is removed at the end of the test. */
export async function temporaryFolder(t: {
  teardown(work: () => Promise<void>): void;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-supervise-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Collects the lines that a user would see. */
export function superviseIn(
  folder: string,
): Required<Omit<SuperviseOptions, 'backOff'>> & { shown: string[] } {
  const shown: string[] = [];
  const show = (line: string) => {
    shown.push(line);
  };
  return { logFolder: join(folder, 'logs'), recordFolder: join(folder, 'run'), show, shown };
}
