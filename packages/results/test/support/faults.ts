import { nodeFileSystem, type FileSystem, type OpenFile } from '@sluice/results';

/** Makes the `failAt`-th system call fail, counted from 1 after {@link Faults.arm}. */
export class Faults {
  /** Name of the last call that failed. */
  failed = '';
  /** Whether a call has failed since {@link Faults.arm}. */
  hasFailed = false;
  #left = Infinity;

  /** Makes the `failAt`-th call from now fail. */
  arm(failAt: number): void {
    this.#left = failAt;
    this.hasFailed = false;
  }

  disarm(): void {
    this.#left = Infinity;
  }

  /** Returns true for the call that must fail. */
  shouldFail(call: string): boolean {
    this.#left -= 1;
    if (this.#left !== 0) return false;
    this.failed = call;
    this.hasFailed = true;
    return true;
  }
}

/** Returns a file system that fails on demand with EIO. As in POSIX, a failed close still closes the file. */
export const faultyFileSystem = (faults: Faults): FileSystem => {
  const guard = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    if (!faults.shouldFail(call)) return work();
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
