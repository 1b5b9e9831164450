import { nodeFileSystem, type FileSystem, type OpenFile } from '@sluice/results';

/** Makes the `failAt`-th call to the system fail, counted from 1 after {@link Faults.arm}. */
export class Faults {
  /** The last call that was made to fail. */
  failed = '';
  /** Whether one was since {@link Faults.arm}. */
  hasStruck = false;
  #left = Infinity;

  /** From now on the `failAt`-th call fails. */
  arm(failAt: number): void {
    this.#left = failAt;
    this.hasStruck = false;
  }

  disarm(): void {
    this.#left = Infinity;
  }

  /** True for the call that is to fail. */
  strikes(call: string): boolean {
    this.#left -= 1;
    if (this.#left !== 0) return false;
    this.failed = call;
    this.hasStruck = true;
    return true;
  }
}

/** A system that fails on demand with EIO. A close that fails has closed nevertheless, as in POSIX. */
export const faultyFileSystem = (faults: Faults): FileSystem => {
  const guard = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    if (!faults.strikes(call)) return work();
    if (call === 'close') await work();
    throw Object.assign(new Error(`EIO: i/o error, ${call}`), { code: 'EIO' });
  };
  const wrap = (file: OpenFile): OpenFile => ({
    read: (...args) => guard('read', () => file.read(...args)),
    writev: (buffers) => guard('writev', () => file.writev(buffers)),
    stat: () => guard('stat', () => file.stat()),
    datasync: () => guard('datasync', () => file.datasync()),
    sync: () => guard('sync', () => file.sync()),
    close: () => guard('close', () => file.close()),
  });
  return {
    open: (...args) => guard('open', async () => wrap(await nodeFileSystem.open(...args))),
    rename: (...args) => guard('rename', () => nodeFileSystem.rename(...args)),
    unlink: (path) => guard('unlink', () => nodeFileSystem.unlink(path)),
    mkdir: (...args) => guard('mkdir', () => nodeFileSystem.mkdir(...args)),
    rmdir: (path) => guard('rmdir', () => nodeFileSystem.rmdir(path)),
    readdir: (path) => guard('readdir', () => nodeFileSystem.readdir(path)),
    lstat: (path) => guard('lstat', () => nodeFileSystem.lstat(path)),
    statfs: (path) => guard('statfs', () => nodeFileSystem.statfs(path)),
  };
};
