import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk, startProcess } from '@sluice/testkit';
import t, { type Test } from 'tap';

// The folder is checked first, so no database is needed.
const environment = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  SERVICE_PORT: '0',
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

/**
 * Returns the error of a process that does not start with this folder; it must exit with code 1.
 */
async function refusal(program: 'api' | 'worker', folder: string): Promise<string> {
  const settings = { ...environment, SERVICE_DB_PATH: folder };
  const error = await startProcess(program, settings).then(
    (process) => {
      process.kill('SIGKILL');
      throw new Error(`${program} started`);
    },
    (failure: unknown) => failure as Error,
  );
  if (!error.message.includes('ended with 1 ')) throw error;
  return error.message;
}

/** A small file system. */
async function mounted(t: Test, folder: string, options: string): Promise<string> {
  await mkdir(folder);
  t.teardown(await mountSmallDisk(folder, options));
  return folder;
}

t.test('a process does not start with a data folder that it cannot write to', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'sluice-data-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  const file = join(root, 'file');
  await writeFile(file, '');
  const readOnly = await mounted(t, join(root, 'read-only'), 'size=1m,ro');
  const full = await mounted(t, join(root, 'full'), 'size=128k');
  await writeFile(join(full, 'filler'), Buffer.alloc(96 * 1024));
  const results = join(root, 'results-read-only');
  await mkdir(results);
  await mounted(t, join(results, 'results'), 'size=1m,ro');
  for (const program of ['api', 'worker'] as const) {
    for (const [folder, reason] of [
      [file, /is not a directory/],
      [join(file, 'below'), /is not a directory/],
      [readOnly, /is not writable \(EROFS\)/],
      [full, /no space is left in .* \(ENOSPC\)/],
      [results, /results is not writable \(EROFS\)/],
    ] as const) {
      const said = await refusal(program, folder);
      t.match(said, /Invalid configuration:\nSERVICE_DB_PATH: /, `${program}, ${folder}`);
      t.match(said, reason);
      t.notMatch(said, /\n +at /, 'without a stack');
    }
  }
});
