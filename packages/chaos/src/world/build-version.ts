import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Programs of one version and its migrations. */
export interface Version {
  api: string;
  worker: string;
  /** Folder of its migrations. */
  migrations: string;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Outside of the clone, whose packages the compiler would find first. */
const cache = join(tmpdir(), 'sluice-versions');

const execute = promisify(execFile);

/** Returns the standard output. @throws with the end of standard error */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const what = [command, ...args].join(' ');
    throw new Error(`${what} failed in ${cwd}:\n${stderr.slice(-2_000)}`, { cause: error });
  }
}

/**
 * Builds an earlier commit of this clone in its own folder, once. @throws when the history does not contain
 * it
 */
export async function buildVersion(
  commit: string,
  onProgress: (line: string) => void,
): Promise<Version> {
  const id = await run(root, 'git', 'rev-parse', '--verify', `${commit}^{commit}`);
  const folder = join(cache, id);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const archive = join(unfinished, 'archive.tar');
    await run(root, 'git', 'archive', '--format=tar', '--output', archive, id);
    await run(unfinished, 'tar', '-xf', archive);
    await rm(archive);
    onProgress(`installing the packages of ${commit}`);
    await run(unfinished, 'npm', 'ci', '--no-audit', '--no-fund');
    onProgress(`building ${commit}`);
    await run(unfinished, process.execPath, 'scripts/build.mjs');
    await rename(unfinished, folder);
  }
  return {
    api: join(folder, 'apps', 'api', 'bundle', 'server.js'),
    worker: join(folder, 'apps', 'worker', 'bundle', 'main.js'),
    migrations: join(folder, 'prisma', 'migrations'),
  };
}
