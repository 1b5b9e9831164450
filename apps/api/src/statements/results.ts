import { AppError, notFound } from '@sluice/errors';
import {
  requireOwnPath,
  ResultsError,
  type ResultReading,
  type ResultStore,
} from '@sluice/results';
import type { OwnedStatement } from './service.js';
import { matchesEtag } from '../representation/index.js';

/** The parts of the result store that the API uses. */
export type ResultReads = Pick<
  ResultStore,
  'openWhole' | 'openPage' | 'openPartialPage' | 'linkTo' | 'localPath' | 'has'
>;

/** A page of rows: `limit` rows (all if undefined), starting at `offset`. */
export interface RowsPage {
  offset: number;
  limit: number | undefined;
}

/** A request for a statement's results. */
export interface ResultsRequest {
  /** Null: all rows. */
  page: RowsPage | null;
  ifNoneMatch: string | undefined;
}

/** The response to a request for results. */
export interface ResultsAnswer {
  etag: string;
  /** The caller must read the stream of a reading to its end or destroy it. */
  reading: ResultReading | 'empty' | 'not modified';
}

/** A link to the rows in the object storage. */
export interface ResultLink {
  address: string;
}

const notReady = () => notFound('results_not_ready');
const expired = () => notFound('results_expired');
const lost = (cause: unknown) =>
  new AppError('results_lost', 500, 'The stored results of this statement were lost', { cause });

/**
 * Opens the stored rows of a statement, or a page of the rows stored so far if it is running.
 *
 * @throws AppError 404 `results_not_ready` or `results_expired`; ResultsError when the stored data
 * is missing or damaged
 */
export async function openResults(
  results: ResultReads,
  statement: OwnedStatement,
  request: ResultsRequest,
): Promise<ResultsAnswer> {
  switch (statement.status) {
    case 'finished':
      return openFinished(results, statement, request);
    case 'started':
      return openRunning(results, statement, request);
    default:
      throw notReady();
  }
}

/**
 * Returns a link to all rows of a finished statement, valid for some seconds; null where the client has them or the
 * store has no links.
 *
 * @throws the errors of {@link openResults}
 */
export async function linkToResults(
  results: ResultReads,
  statement: OwnedStatement,
  { ifNoneMatch, seconds }: Pick<ResultsRequest, 'ifNoneMatch'> & { seconds: number },
): Promise<ResultLink | null> {
  if (statement.status !== 'finished' || matchesEtag(ifNoneMatch, etagOf(statement))) return null;
  const stored = storedRows(statement);
  if (stored === null) return null;
  const { path, rowCount, bytes } = stored;
  const address = await explainMissing(statement, () =>
    results.linkTo(path, { rowCount, bytes }, seconds),
  );
  return address === null ? null : { address };
}

const etagOf = ({ id, checksum }: OwnedStatement): string => `W/"${id}-${checksum ?? 0}"`;

async function openFinished(
  results: ResultReads,
  statement: OwnedStatement,
  { page, ifNoneMatch }: ResultsRequest,
): Promise<ResultsAnswer> {
  const etag = etagOf(statement);
  const stored = storedRows(statement);
  if (stored === null) return { etag, reading: emptyFor(etag, ifNoneMatch) };
  if (matchesEtag(ifNoneMatch, etag)) return { etag, reading: 'not modified' };
  return { etag, reading: await openStored(results, statement, stored, page) };
}

/** The location and size of the rows of a finished statement. */
export interface StoredRows {
  path: string;
  rowCount: number;
  bytes: number;
}

/**
 * Returns null for a statement without columns. @throws AppError 404 `results_not_ready` or
 * `results_expired`; ResultsError when the path belongs to another statement
 */
export function storedRows(statement: OwnedStatement): StoredRows | null {
  if (statement.status !== 'finished') throw notReady();
  if (statement.columns === null) return null;
  if (statement.resultsPath === null) throw expired();
  const { resultsPath: path, rowCount, bytes } = statement;
  requireOwnPath(path, statement.id);
  return { path, rowCount: Number(rowCount ?? 0), bytes: Number(bytes) };
}

/** Opens the stored rows, or a page of them. @throws the errors of {@link openResults} */
export const openStored = (
  results: ResultReads,
  statement: OwnedStatement,
  stored: StoredRows,
  page: RowsPage | null,
): Promise<ResultReading> =>
  explainMissing(statement, () => openAsIs(results, statement, stored, page));

/** Replaces the error of a missing file when the row says that the file is gone. */
export async function explainMissing<T>(
  statement: OwnedStatement,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRemoved(error, statement)) throw expired();
    throw isKnownLost(error, statement) ? lost(error) : error;
  }
}

function openAsIs(
  results: ResultReads,
  { checksum }: OwnedStatement,
  { path, rowCount, bytes }: StoredRows,
  page: RowsPage | null,
): Promise<ResultReading> {
  const crc32 = checksum === null ? {} : { crc32: Number(checksum) };
  const expected = { bytes, rowCount, ...crc32 };
  if (page !== null) return results.openPage(path, expected, bounded(page));
  // The consumer processes each part before it requests the next, so one buffer is enough.
  return results.openWhole(path, expected, { inOneBuffer: true });
}

/** Retention has found the file missing. If the file returns, it is read normally. */
const isKnownLost = (error: unknown, { resultsLostAt }: OwnedStatement): boolean =>
  error instanceof ResultsError && error.code === 'results_missing' && resultsLostAt !== null;

/** Retention deletes the file before it updates the row. */
const isRemoved = (error: unknown, { expiresAt }: OwnedStatement): boolean =>
  error instanceof ResultsError &&
  error.code === 'results_missing' &&
  expiresAt !== null &&
  expiresAt.getTime() <= Date.now();

async function openRunning(
  results: ResultReads,
  { id, startTime, adoptions }: OwnedStatement,
  { page, ifNoneMatch }: ResultsRequest,
): Promise<ResultsAnswer> {
  if (page === null || startTime === null) throw notReady();
  const wanted = bounded(page);
  const reading = await results.openPartialPage(id, startTime, wanted, adoptions);
  // Rows are only appended, so the last row identifies the contents of the page.
  const lastRow = Math.min(wanted.offset + wanted.limit, reading?.rowsSoFar ?? 0);
  const etag = `W/"${id}-rows-${lastRow}"`;
  if (reading === null) return { etag, reading: emptyFor(etag, ifNoneMatch) };
  if (!matchesEtag(ifNoneMatch, etag)) return { etag, reading };
  reading.stream.destroy();
  return { etag, reading: 'not modified' };
}

const emptyFor = (etag: string, ifNoneMatch: string | undefined) =>
  matchesEtag(ifNoneMatch, etag) ? 'not modified' : 'empty';

const bounded = ({ offset, limit }: RowsPage) => ({
  offset,
  limit: Math.min(limit ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - offset),
});

/** Shorter responses are not counted: they are sent in one write. */
const LONG_STREAM_BYTES = 256 * 1024;

/** Limits the long result streams that each user has open. */
export interface StreamLimit {
  /** Counts a reading until its stream closes. @throws AppError 429, after destroying the stream */
  admit(userId: string, reading: ResultReading): void;
}

/** Limits each user to `maxPerUser` concurrent long streams. */
export function createStreamLimit(maxPerUser = 64): StreamLimit {
  const open = new Map<string, number>();
  return {
    admit: (userId, { bytes, stream }) => {
      if (bytes <= LONG_STREAM_BYTES) return;
      const count = open.get(userId) ?? 0;
      if (count >= maxPerUser) {
        stream.destroy();
        throw new AppError(
          'too_many_streams',
          429,
          'Too many open result streams. Close one or retry later.',
          {
            retryAfterSeconds: 1,
          },
        );
      }
      open.set(userId, count + 1);
      stream.once('close', () => {
        const left = (open.get(userId) ?? 1) - 1;
        if (left === 0) open.delete(userId);
        else open.set(userId, left);
      });
    },
  };
}
