import { AppError, notFound } from '@sluice/errors';
import {
  requireOwnPath,
  ResultsError,
  type ResultReading,
  type ResultStore,
} from '@sluice/results';
import type { OwnedStatement } from './service.js';
import { matchesEtag } from '../representation/index.js';

/** The parts of the store that the API reads. */
export type ResultReads = Pick<
  ResultStore,
  'openWhole' | 'openPage' | 'openPartialPage' | 'linkTo'
>;

/** Some rows: `limit` of them (all when undefined) from `offset` on. */
export interface RowsPage {
  offset: number;
  limit: number | undefined;
}

/** What is asked of a statement's results. */
export interface ResultsRequest {
  /** Null: the whole. */
  page: RowsPage | null;
  ifNoneMatch: string | undefined;
  /** For how many seconds a link is wanted in the place of all rows; 0: none is. */
  linkSeconds: number;
}

/** Rows on their way out. */
export interface ResultsAnswer {
  etag: string;
  /** The stream of a reading must be read to its end or destroyed. */
  reading: ResultReading | ResultLink | 'empty' | 'not modified';
}

/** Where the rows can be had without the API. */
export interface ResultLink {
  address: string;
}

const notReady = () => notFound('results_not_ready');
const expired = () => notFound('results_expired');
const lost = (cause: unknown) =>
  new AppError('results_lost', 500, 'The stored results of this statement were lost', { cause });

/**
 * The stored rows of a statement; of one that runs, a page of what is stored by now.
 *
 * @throws AppError 404 `results_not_ready` or `results_expired`; ResultsError when the stored data is
 * missing or damaged.
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

async function openFinished(
  results: ResultReads,
  statement: OwnedStatement,
  { page, ifNoneMatch, linkSeconds }: ResultsRequest,
): Promise<ResultsAnswer> {
  const etag = `W/"${statement.id}-${statement.checksum ?? 0}"`;
  const stored = storedRows(statement);
  if (stored === null) return { etag, reading: emptyFor(etag, ifNoneMatch) };
  if (matchesEtag(ifNoneMatch, etag)) return { etag, reading: 'not modified' };
  if (page === null && linkSeconds > 0) {
    const { path, rowCount, bytes } = stored;
    const address = await orWhatIsKnown(statement, () =>
      results.linkTo(path, { rowCount, bytes }, linkSeconds),
    );
    if (address !== null) return { etag, reading: { address } };
  }
  return { etag, reading: await openStored(results, statement, stored, page) };
}

/** Where the rows of a finished statement are. */
export interface StoredRows {
  path: string;
  rowCount: number;
  bytes: number;
}

/** Null for a statement that gave no columns. @throws AppError 404 `results_not_ready` or `results_expired`, or for a path of another's */
export function storedRows(statement: OwnedStatement): StoredRows | null {
  if (statement.status !== 'finished') throw notReady();
  if (statement.columns === null) return null;
  if (statement.resultsPath === null) throw expired();
  const { resultsPath: path, rowCount, bytes } = statement;
  requireOwnPath(path, statement.id);
  return { path, rowCount: Number(rowCount ?? 0), bytes: Number(bytes) };
}

/** Opens the stored rows, or a page of them. @throws what {@link openResults} does */
export const openStored = (
  results: ResultReads,
  statement: OwnedStatement,
  stored: StoredRows,
  page: RowsPage | null,
): Promise<ResultReading> =>
  orWhatIsKnown(statement, () => openAsIs(results, statement, stored, page));

/** What is not in the store may be known to be gone. */
async function orWhatIsKnown<T>(statement: OwnedStatement, read: () => Promise<T>): Promise<T> {
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
  // What takes it, sends, compresses or converts each part before it asks for the next.
  return results.openWhole(path, expected, { inOneBuffer: true });
}

/** Retention has found that the file is gone; should it come back, it is read as if nothing had been. */
const isKnownLost = (error: unknown, { resultsLostAt }: OwnedStatement): boolean =>
  error instanceof ResultsError && error.code === 'results_missing' && resultsLostAt !== null;

/** Retention removes the file before the row knows. */
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
  // Rows are only ever added: the page's last row tells what it holds.
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

/** Shorter answers are not counted: they are gone in one write. */
const longStreamBytes = 256 * 1024;

/** Counts the long result streams that each user has open. */
export interface StreamLimit {
  /** Counts a reading until its stream is closed. @throws AppError 429; the stream is destroyed then. */
  admit(userId: string, reading: ResultReading): void;
}

/** Allows each user `maxPerUser` long streams at a time. */
export function createStreamLimit(maxPerUser = 64): StreamLimit {
  const open = new Map<string, number>();
  return {
    admit: (userId, { bytes, stream }) => {
      if (bytes <= longStreamBytes) return;
      const count = open.get(userId) ?? 0;
      if (count >= maxPerUser) {
        stream.destroy();
        throw new AppError('too_many_streams', 429, 'Too many results are being read', {
          retryAfterSeconds: 1,
        });
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
