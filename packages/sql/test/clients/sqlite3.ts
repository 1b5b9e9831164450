import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runClient } from './client.js';

/** Returns the statements that sqlite3 runs for a script, read from its profile. Every statement must be valid. */
export async function sqlite3(script: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sqlite3-'));
  try {
    const profile = join(folder, 'profile');
    const file = join(folder, 'script');
    await writeFile(file, script);
    const commands = `.trace ${profile} --profile\n.output /dev/null\n.read ${file}\n`;
    await runClient('sqlite3', ['-batch', '-bail', ':memory:'], commands);
    return (await readFile(profile, 'utf8')).split(/; -- \d+ ns\n/).slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
