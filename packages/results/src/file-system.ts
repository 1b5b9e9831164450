import { constants, promises } from 'node:fs';

/** What is read of an open file; `close` waits for what is under way and may come twice. */
export interface ReadableFile {
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }>;
  /**
   * Tells that these bytes are going to be read, in order. It is for files that are far away: the bytes
   * are asked for at once, and stay readable when the file is removed.
   */
  willRead?(start: number, end: number): Promise<void>;
  close(): Promise<void>;
}

/** What the store does with an open file that it may write. */
export interface OpenFile extends ReadableFile {
  writev(buffers: readonly Uint8Array[]): Promise<{ bytesWritten: number }>;
  stat(): Promise<{ size: number; isFile(): boolean }>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
}

/** The calls to the operating system, so that tests can make each of them fail in turn. */
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

/** The operating system's own. */
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

/** O_NONBLOCK: opening a planted named pipe must fail later, not hold a thread for ever. */
export const forReading = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
/** A new file only: two writers never share one. */
export const forWriting = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
/** A folder, to make its names durable. */
export const asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

/** Makes the names in a folder durable. */
export const syncFolder = (files: FileSystem, path: string): Promise<void> =>
  syncFolderAfter(files, path, {});

/** What {@link syncFolderAfter} does beside making the names in a folder durable. */
export interface AroundSync {
  /** Gives the names. */
  before?: () => Promise<unknown>;
  /** Done at the same time: a journal writes what came before once for both. */
  beside?: () => Promise<unknown>;
}

/**
 * Makes the names in a folder durable once `before` has given them. The folder is opened meanwhile: each
 * call waits for a thread, and a small result is little else than such calls.
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

/** Closes a file that nothing more is expected of, without having anybody wait for it. */
export const closeBehind = (file: ReadableFile): void => {
  file.close().catch(() => undefined);
};

/** Writes all bytes; the system may take fewer than given (a full disk, a size limit). */
export const writeAll = async (file: OpenFile, buffers: readonly Uint8Array[]): Promise<void> => {
  let left = buffers.filter((buffer) => buffer.length > 0);
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left);
    if (bytesWritten === 0) throw new Error('The system wrote nothing and gave no reason');
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

/** Fills `buffer` from `position`; returns fewer bytes only when the file ends before. */
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
