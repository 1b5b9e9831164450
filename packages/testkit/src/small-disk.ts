import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Mounts a small file system on an existing folder, to be filled; needs root.
 *
 * @param options of `tmpfs`, such as `size=4m,ro`
 * @returns unmounts it, also while files of it are open
 */
export async function mountSmallDisk(
  folder: string,
  options: string,
): Promise<() => Promise<void>> {
  await run('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]);
  return async () => {
    await run('umount', ['--lazy', folder]);
  };
}
