import { buffer } from 'node:stream/consumers';
import { damaged, missing, ResultsError } from '../errors.js';
import { openFinishedIndex, sendPage, sendRange, sendSmallPage } from '../file-reader.js';
import { memoryFile } from '../memory-file.js';
import { blockBytes, FileRowIndex, singleBlockIndex, type RowIndex } from '../page-index.js';
import { readBytes } from '../range-stream.js';
import { rowsIn } from '../rows.js';
import type { ExpectedResult, Page, PartialReading, ReadOptions, ResultReading } from '../store.js';
import { again } from './again.js';
import type { Bucket, ObjectRange } from './bucket.js';
import { pieceAt, segmentAt, type ResultKeys } from './keys.js';
import { ObjectFile } from './object-file.js';
import { decodePartialIndex } from './partial-index.js';

/** The whole object: a small one with one call; of a large one the stream has started. */
export const openWhole = async (
  bucket: Bucket,
  keys: ResultKeys,
  { bytes, crc32 }: ExpectedResult,
  { inOneBuffer = false }: ReadOptions,
): Promise<ResultReading> => {
  const range = { start: 0, end: bytes, isRows: false, crc32, inOneBuffer };
  const file =
    bytes <= readBytes
      ? memoryFile(await readSmall(bucket, keys, bytes))
      : finishedFile(bucket, keys, bytes);
  return sendRange(file, keys.resultsPath, range);
};

/** Rows of a finished result. */
export const openPage = async (
  bucket: Bucket,
  keys: ResultKeys,
  expected: ExpectedResult,
  page: Page,
): Promise<ResultReading> => {
  const { resultsPath } = keys;
  const { bytes, rowCount } = expected;
  if (bytes <= blockBytes) {
    const file = memoryFile(await readSmall(bucket, keys, bytes));
    return sendSmallPage(file, resultsPath, expected, page);
  }
  const [size, index] = await Promise.all([
    bucket.sizeOf(keys.data),
    readIndex(bucket, keys, { bytes, rowCount }),
  ]);
  requireSize(keys, bytes, size);
  return sendPage(finishedFile(bucket, keys, bytes), resultsPath, index, page);
};

/**
 * Requires that an object exists with its expected length. @throws {ResultsError} `results_missing`, `results_damaged`
 */
export function requireSize(
  { resultsPath }: Pick<ResultKeys, 'resultsPath'>,
  expected: number,
  size: number | null,
): void {
  if (size === null) throw missing(resultsPath);
  if (size !== expected) throw damaged(resultsPath, `has ${size} bytes, not ${expected}`);
}

/**
 * Rows of a result that is being written, whatever the state of its writer. The index is read again if nothing is found,
 * because OpenStack Swift may report an object as absent while its writer replaces it, or if a part is missing, because
 * the writer may have discarded the result meanwhile.
 */
export const openPartialPage = async (
  bucket: Bucket,
  keys: ResultKeys,
  page: Page,
): Promise<PartialReading | null> => {
  const reading = await openSoFar(bucket, keys, page).catch(nullIfMissing);
  return reading ?? openSoFar(bucket, keys, page);
};

const nullIfMissing = (error: unknown): null => {
  if (error instanceof ResultsError && error.code === 'results_missing') return null;
  throw error;
};

/** A writer deletes the readable parts only once the whole object exists. */
const openSoFar = async (
  bucket: Bucket,
  keys: ResultKeys,
  page: Page,
): Promise<PartialReading | null> => {
  const { resultsPath } = keys;
  const bytes = await readAll(bucket, keys.partialIndex);
  if (bytes === null) return openNewlyFinished(bucket, keys, page);
  const { attempt, sealed, end, rows } = decodePartialIndex(bytes, resultsPath);
  const index = await FileRowIndex.open({ file: memoryFile(rows), size: rows.length }, resultsPath);
  if (index === null) throw damaged(resultsPath, 'has a page index without an entry');
  const file = new ObjectFile(bucket, {
    resultsPath,
    size: end,
    objectAt: (at) => (at < sealed ? segmentAt : pieceAt)(keys, attempt, at),
    whole: keys.data,
  });
  return send(file, resultsPath, index, page);
};

const openNewlyFinished = async (
  bucket: Bucket,
  keys: ResultKeys,
  page: Page,
): Promise<PartialReading | null> => {
  const { resultsPath } = keys;
  const size = await bucket.sizeOf(keys.data);
  if (size === null) return null;
  if (size <= blockBytes) {
    const bytes = await readSmall(bucket, keys, size);
    return send(memoryFile(bytes), resultsPath, singleBlockIndex(rowsIn(bytes), size), page);
  }
  const index = await readIndex(bucket, keys, { bytes: size });
  return send(finishedFile(bucket, keys, size), resultsPath, index, page);
};

const send = async (
  file: Parameters<typeof sendPage>[0],
  resultsPath: string,
  index: RowIndex,
  page: Page,
): Promise<PartialReading> => ({
  ...(await sendPage(file, resultsPath, index, page)),
  rowsSoFar: index.end.row,
});

const finishedFile = (bucket: Bucket, { resultsPath, data }: ResultKeys, size: number) =>
  new ObjectFile(bucket, {
    resultsPath,
    size,
    objectAt: () => ({ key: data, start: 0, end: size }),
  });

const readSmall = async (
  bucket: Bucket,
  { resultsPath, data }: ResultKeys,
  expected: number,
): Promise<Buffer> => {
  // One byte more than expected detects an object that is too long.
  const bytes = await readAll(bucket, data, { start: 0, end: expected + 1 });
  if (bytes === null) throw missing(resultsPath);
  if (bytes.length === expected) return bytes;
  throw damaged(resultsPath, `does not have ${expected} bytes`);
};

/** Indexes are small: 64 KiB for each GiB of rows. */
const readIndex = async (
  bucket: Bucket,
  { resultsPath, index }: ResultKeys,
  expected: { bytes: number; rowCount?: number },
): Promise<RowIndex> => {
  const bytes = await readAll(bucket, index);
  if (bytes === null) throw missing(resultsPath);
  const file = memoryFile(bytes);
  return openFinishedIndex({ file, size: bytes.length }, resultsPath, expected);
};

const readAll = (bucket: Bucket, key: string, range?: ObjectRange): Promise<Buffer | null> =>
  again(async () => {
    const body = await bucket.get(key, range);
    return body && buffer(body.stream);
  });
