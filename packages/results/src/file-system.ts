import { constants, promises } from 'node:fs';

/** An open file for reading. `close` waits for running reads and may be called twice. */
export interface ReadableFile {
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }>;
  /**
   * Announces that these bytes will be read in order. Remote files request them at once, and they stay readable when
   * the file is removed.
   */
  willRead?(start: number, end: number): Promise<void>;
  close(): Promise<void>;
}

/** An open file for writing. */
export interface OpenFile extends ReadableFile {
  writev(buffers: readonly Uint8Array[]): Promise<{ bytesWritten: number }>;
  stat(): Promise<{ size: number; isFile(): boolean }>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
}

/** The calls to the operating system, so that tests can make each of them fail. */
export interface FileSystem {
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  mkdir(path: string, mode: number): Promise<void>;
  rmdir(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  lstat(path: string): Promise<{ isDirectory(): boolean; mtime: Date }>;
  statfs(path: string): Promise<{ bavail: number; bsize: number }>;
}

/** The operating system's file system. */
export const nodeFileSystem: FileSystem = {
  open: (path, flags, mode) => promises.open(path, flags, mode),
  rename: (from, to) => promises.rename(from, to),
  unlink: (path) => promises.unlink(path),
  mkdir: (path, mode) => promises.mkdir(path, mode),
  rmdir: (path) => promises.rmdir(path),
  readdir: (path) => promises.readdir(path),
  lstat: (path) => promises.lstat(path),
  statfs: (path) => promises.statfs(path),
};

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

/** O_NONBLOCK: opening a planted named pipe must fail later and not block a thread forever. */
export const forReading = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
/** Creates a new file only: two writers never share one. */
export const forWriting = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
/** Opens a directory to sync its names. */
export const asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

/** Makes the names in a directory durable. */
export const syncFolder = (files: FileSystem, path: string): Promise<void> =>
  syncFolderAfter(files, path, {});

/** Steps of {@link syncFolderAfter}. */
export interface AroundSync {
  /** Creates the names. */
  before?: () => Promise<unknown>;
  /** Runs at the same time: a journal writes earlier changes once for both. */
  beside?: () => Promise<unknown>;
}

/**
 * Makes the names in a directory durable after `before` has created them. The directory is opened meanwhile: each call
 * waits for a thread, and a small result consists of little else.
 */
export const syncFolderAfter = async (
  files: FileSystem,
  path: string,
  { before, beside }: AroundSync,
): Promise<void> => {
  const [opened, worked] = await Promise.allSettled([files.open(path, asFolder), before?.()]);
  if (opened.status === 'rejected') throw rejection(opened);
  try {
    if (worked.status === 'rejected') throw rejection(worked);
    const synced = await Promise.allSettled([beside?.(), opened.value.sync()]);
    for (const each of synced) if (each.status === 'rejected') throw rejection(each);
  } finally {
    closeBehind(opened.value);
  }
};

const rejection = ({ reason }: PromiseRejectedResult): Error =>
  reason instanceof Error ? reason : new Error(String(reason));

/** Closes a file without waiting for it. */
export const closeBehind = (file: ReadableFile): void => {
  file.close().catch(() => undefined);
};

/** Writes all bytes. The system may accept fewer than given (a full disk, a size limit). */
export const writeAll = async (file: OpenFile, buffers: readonly Uint8Array[]): Promise<void> => {
  let left = buffers.filter((buffer) => buffer.length > 0);
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left);
    if (bytesWritten === 0) throw new Error('write() wrote no bytes and reported no error');
    left = withoutFirst(left, bytesWritten);
  }
};

const withoutFirst = (buffers: readonly Uint8Array[], count: number): Uint8Array[] => {
  const rest: Uint8Array[] = [];
  let skip = count;
  for (const buffer of buffers) {
    if (skip < buffer.length) rest.push(skip > 0 ? buffer.subarray(skip) : buffer);
    skip = Math.max(0, skip - buffer.length);
  }
  return rest;
};

/** Fills `buffer` from `position`. It returns fewer bytes only when the file ends before. */
export const readAt = async (
  file: ReadableFile,
  buffer: Uint8Array,
  position: number,
): Promise<number> => {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(
      buffer,
      filled,
      buffer.length - filled,
      position + filled,
    );
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
};
