import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Programs of one version, and the tables that it knows. */
export interface Version {
  api: string;
  worker: string;
  /** Folder of its migrations. */
  migrations: string;
}

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Outside of the clone, whose own packages the compiler would find first. */
const cache = join(tmpdir(), 'sluice-versions');

/**
 * Builds an earlier commit of this clone in a folder of its own, once. @throws where the history does not reach so far
 */
export async function buildVersion(
  commit: string,
  onProgress: (line: string) => void,
): Promise<Version> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: root,
  });
  const folder = join(cache, stdout.trim());
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const archive = join(unfinished, 'archive.tar');
    await run('git', ['archive', '--format=tar', '--output', archive, stdout.trim()], {
      cwd: root,
    });
    const within = { cwd: unfinished, maxBuffer: 64 * 1024 * 1024 };
    await run('tar', ['-xf', archive], within);
    await rm(archive);
    onProgress(`installing the packages of ${commit}`);
    await run('npm', ['ci', '--no-audit', '--no-fund'], within);
    onProgress(`building ${commit}`);
    await run(process.execPath, ['scripts/build.mjs'], within);
    await rename(unfinished, folder);
  }
  return {
    api: join(folder, 'apps', 'api', 'bundle', 'server.js'),
    worker: join(folder, 'apps', 'worker', 'bundle', 'main.js'),
    migrations: join(folder, 'prisma', 'migrations'),
  };
}
