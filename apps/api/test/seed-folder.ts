import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';

/** Creates a folder of seed data from texts by file name; the test deletes it. */
export async function seedFolder(t: Test, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-seeds-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return folder;
}
