import { checkedBytes, CheckedFile } from './checked-file.js';
import { damaged, missing, refused, systemCodeOf } from './errors.js';
import {
  closeBehind,
  forReading,
  readAt,
  type FileSystem,
  type OpenFile,
  type ReadableFile,
} from './file-system.js';
import { memoryFile } from './memory-file.js';
import { blockBytes, FileRowIndex, singleBlockIndex, type RowIndex } from './page-index.js';
import {
  bodyBytes,
  emptyRows,
  RangeStream,
  readBytes,
  readPart,
  streamOf,
  type ByteRange,
} from './range-stream.js';
import { closeArray, openArray, rowStart, separator } from './rows.js';
import type { ExpectedResult, Page, ResultReading } from './store.js';

/** A file opened for reading, with its size at that time. The caller closes it. */
export interface OpenedData {
  file: OpenFile;
  size: number;
}

/**
 * Opens a file of a result; null when it does not exist. Symbolic links, in the name or as the directory, and other
 * files than plain ones are rejected. `begin` starts with the file while the last check runs; its result may be used
 * once this function has resolved.
 */
export const openIfThere = async (
  files: FileSystem,
  folder: string,
  path: string,
  resultsPath: string,
  begin?: (file: OpenFile) => void,
): Promise<OpenedData | null> => {
  try {
    const [folderStats, file] = await both(files.lstat(folder), files.open(path, forReading));
    return await closingOnError(file, async () => {
      if (!folderStats.isDirectory()) throw refused(`The folder of ${resultsPath} is not a folder`);
      begin?.(file);
      const stats = await file.stat();
      if (!stats.isFile()) throw refused(`${resultsPath} is not a file`);
      return { file, size: stats.size };
    });
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw refused(`${resultsPath} is a symbolic link`);
    throw error;
  }
};

/** Waits for both. A file that was opened while the other failed is closed. */
const both = async <T>(
  checking: Promise<T>,
  opening: Promise<OpenFile>,
): Promise<[T, OpenFile]> => {
  try {
    return await Promise.all([checking, opening]);
  } catch (error) {
    opening.then(closeBehind, () => undefined);
    throw error;
  }
};

/** Runs `work` and closes the file when it fails. */
export const closingOnError = async <T>(file: ReadableFile, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await file.close();
    throw error;
  }
};

const isShort = ({ start, end }: ByteRange): boolean => end - start <= readBytes;

/** Starts to read a short range; undefined for longer ones. The result may be ignored. */
export const readAhead = (
  file: ReadableFile,
  name: string,
  range: ByteRange,
): Promise<Buffer> | undefined => {
  if (!isShort(range)) return undefined;
  const part = readPart(file, name, range, range.start);
  part.catch(() => undefined);
  return part;
};

/**
 * Sends a range. The file is closed here or with the stream. A short range is read at once, unless `ahead` is already
 * reading it.
 */
export const sendRange = async (
  file: ReadableFile,
  name: string,
  range: ByteRange,
  ahead?: Promise<Buffer>,
): Promise<ResultReading> => {
  const bytes = bodyBytes(range);
  if (!isShort(range)) {
    await file.willRead?.(range.start, range.end);
    return { bytes, stream: new RangeStream(file, name, range) };
  }
  const part = await (ahead ?? readPart(file, name, range, range.start));
  closeBehind(file);
  return { bytes, stream: streamOf(checkedBytes(part, name, range.crc32)) };
};

/** Sends rows of a data file by its index. It closes the file as {@link sendRange} does. */
export const sendPage = async (
  file: ReadableFile,
  name: string,
  index: RowIndex,
  page: Page,
): Promise<ResultReading> => {
  const first = Math.min(page.offset, index.end.row);
  const afterLast = Math.min(first + page.limit, index.end.row);
  if (first === afterLast) {
    await file.close();
    return { bytes: openArray.length + closeArray.length, stream: emptyRows() };
  }
  const blocks = await index.blocksOf(first, afterLast);
  const rows = blocks === null ? file : new CheckedFile(file, name, blocks);
  const locator = new RowLocator(rows, name, index);
  const start = (await locator.offsetOf(first)) - 1;
  const end = (await locator.offsetOf(afterLast)) - separator.length;
  return sendRange(rows, name, { start, end, isRows: true });
};

/** Sends rows of a file without an index. The file is read as a whole, checked and closed first. */
export const sendSmallPage = async (
  file: ReadableFile,
  name: string,
  { bytes, rowCount, crc32 }: ExpectedResult,
  page: Page,
): Promise<ResultReading> => {
  const whole = await closingOnError(file, () =>
    readPart(file, name, { start: 0, end: bytes, isRows: false }, 0),
  );
  closeBehind(file);
  const checked = memoryFile(checkedBytes(whole, name, crc32));
  return sendPage(checked, name, singleBlockIndex(rowCount, bytes), page);
};

/** Finds the offsets of rows. It keeps the last block, because a short page starts and ends in the same block. */
class RowLocator {
  #block: { offset: number; bytes: Buffer } | null = null;

  constructor(
    private readonly file: ReadableFile,
    private readonly name: string,
    private readonly index: RowIndex,
  ) {}

  async offsetOf(row: number): Promise<number> {
    if (row === this.index.end.row) return this.index.end.offset;
    const entry = await this.index.entryBefore(row);
    if (row === entry.row) return entry.offset;
    const start = rowStart(await this.#read(entry.offset), row - entry.row);
    if (start < 0) throw damaged(this.name, `has no row ${row} where its index says`);
    return entry.offset + start;
  }

  async #read(offset: number): Promise<Buffer> {
    if (this.#block?.offset === offset) return this.#block.bytes;
    const buffer = Buffer.allocUnsafeSlow(blockBytes);
    const filled = await readAt(this.file, buffer, offset);
    const bytes = buffer.subarray(0, filled);
    this.#block = { offset, bytes };
    return bytes;
  }
}

/** Opens the index of a finished file and compares it with the known size. */
export const openFinishedIndex = async (
  opened: { file: ReadableFile; size: number },
  name: string,
  { bytes, rowCount }: { bytes: number; rowCount?: number },
): Promise<FileRowIndex> => {
  const index = await FileRowIndex.open(opened, name);
  if (index === null || index.end.offset !== bytes + 1) {
    throw damaged(name, 'has a page index that does not fit');
  }
  if (rowCount !== undefined && index.end.row !== rowCount) {
    throw damaged(name, `has ${index.end.row} rows, not ${rowCount}`);
  }
  return index;
};

/** The error for a missing file. */
export const orMissing = (opened: OpenedData | null, resultsPath: string): OpenedData => {
  if (opened === null) throw missing(resultsPath);
  return opened;
};
