import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ColumnInfo, DownloadedView, DownloadFormat } from '@sluice/contracts';
import { forbidden, malformedRequest } from '@sluice/errors';
import {
  columnsPerSheet,
  convertToText,
  convertToWorkbook,
  createSliceQueue,
  emptyRows,
  measureText,
  rowsPerSheet,
  type Measured,
  type ResultReading,
  type TextConversion,
  type TextFormat,
  type SliceQueue,
} from '@sluice/results';
import { rangeOf, readRange, type ByteRange } from './byte-range.js';
import { createDownloadLengths, type DownloadLengths } from './download-lengths.js';
import { openStored, storedRows, type ResultReads, type StreamLimit } from './results.js';
import type { ReadableStatement } from './service.js';
import { openViewStream, type ViewRows } from './view-stream.js';
import { matchesEtag } from '../representation/index.js';

/** The parameters of a download request. */
export interface DownloadRequest {
  format: DownloadFormat;
  /** CSV options, see the CSV sink. */
  raw: boolean;
  bom: boolean;
  /** Which rows, in which order; null downloads all. Only text has views. */
  view: DownloadedView | null;
  /** HEAD request: reports only headers that are known without a conversion. */
  isHead: boolean;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** Writes the rows of a statement as a Parquet file. */
export type WriteParquet = (
  statement: ReadableStatement,
  signal: AbortSignal,
) => Promise<{ bytes: number; stream: Readable }>;

/** A file response; the caller must read `stream` to its end or destroy it. */
export type DownloadAnswer = { etag: string } & (
  | { is: 'not modified' }
  | { is: 'unsatisfiable'; total: number }
  | { is: 'whole'; bytes: number | undefined; stream: Readable }
  | { is: 'part'; range: ByteRange; total: number; stream: Readable }
);

/** Dependencies of {@link createDownloads}. */
export interface DownloadDependencies {
  results: ResultReads;
  viewRows: ViewRows;
  writeParquet: WriteParquet;
  streamLimit: StreamLimit;
  /** SERVICE_ALLOW_CSV_DOWNLOAD, which applies to every format. */
  isAllowed: boolean;
}

/** Converts results to files. */
export interface Downloads {
  /** @throws AppError 403 when downloads are disabled */
  requireAllowed(): void;
  /**
   * @throws AppError 404 `results_not_ready` or `results_expired`, 429, 400 `too_many_columns` or
   * `no_columns`; ResultsError when the stored data is missing or damaged; the reason of the signal
   */
  open(statement: ReadableStatement, request: DownloadRequest): Promise<DownloadAnswer>;
}

/**
 * Increase it when the same result gives other bytes than before, so that no download resumes
 * across versions.
 */
const FORMAT_VERSION = 1;
/** Results up to this size always have a Content-Length: computing it takes a few milliseconds. */
const SMALL_BYTES = 1024 * 1024;
const MAX_CHECKPOINTS = 1_000;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Creates the converter of stored results. It caches their lengths. */
export function createDownloads({
  results,
  viewRows,
  writeParquet,
  streamLimit,
  isAllowed,
}: DownloadDependencies): Downloads {
  const context = {
    results,
    viewRows,
    writeParquet,
    streamLimit,
    lengths: createDownloadLengths(),
    slices: createSliceQueue(),
  };
  return {
    requireAllowed: () => {
      if (!isAllowed) throw forbidden('Downloads are disabled', 'downloads_disabled');
    },
    open: async (statement, request) => {
      // Fail before any metadata is returned: the result may have expired.
      storedRows(statement);
      const { format, raw, bom, view } = request;
      if (format === 'xlsx' && columnsOf(statement).length > columnsPerSheet) throw tooWide();
      const first = statement.maxRows === null ? '' : `-first${statement.maxRows}`;
      const options = `${raw ? '-raw' : ''}${bom ? '-bom' : ''}${viewTag(view)}${first}`;
      // A strong tag: every process sends the same bytes.
      const etag = `"${statement.id}-${statement.checksum ?? 0}-${format}${options}-${FORMAT_VERSION}"`;
      if (matchesEtag(request.ifNoneMatch, etag)) return { is: 'not modified', etag };
      if (format === 'parquet') {
        const { bytes, stream } = await openParquet(context, statement, request);
        return { is: 'whole', etag, bytes, stream };
      }
      if (format === 'xlsx') {
        const stream = await openWorkbook(context, statement);
        return { is: 'whole', etag, bytes: undefined, stream };
      }
      const as = format === 'csv' ? { format, raw, bom } : { format };
      if (view !== null) {
        const stream = await openView(context, statement, as, { view, signal: request.signal });
        return { is: 'whole', etag, bytes: undefined, stream };
      }
      return openText(context, statement, { as, etag, request });
    },
  };
}

interface Context extends Omit<DownloadDependencies, 'isAllowed'> {
  lengths: DownloadLengths;
  slices: SliceQueue;
}

/** Opens the rows from an offset on; no rows for a statement without columns. */
async function rowsFrom(
  { results }: Context,
  statement: ReadableStatement,
  offset: number,
  limit = UNLIMITED,
): Promise<ResultReading> {
  const stored = storedRows(statement);
  if (stored === null) return { bytes: 0, stream: emptyRows() };
  const shown = Math.min(limit, Math.max(0, (statement.maxRows ?? UNLIMITED) - offset));
  const isWhole = offset === 0 && shown >= stored.rowCount;
  return openStored(results, statement, stored, isWhole ? null : { offset, limit: shown });
}

/** Counts the stream among the reader's open streams. */
function admitted(
  { streamLimit }: Context,
  statement: ReadableStatement,
  stream: Readable,
): Readable {
  streamLimit.admit(statement.readerId, { bytes: Number(statement.bytes ?? 0), stream });
  return stream;
}

async function openWorkbook(context: Context, statement: ReadableStatement): Promise<Readable> {
  const rowCount = Math.min(Number(statement.rowCount ?? 0), statement.maxRows ?? UNLIMITED);
  const sheets: Readable[] = [];
  // Open all sheets now: an open file is read to its end even if the result expires meanwhile.
  for (let offset = 0; offset === 0 || offset < rowCount; offset += rowsPerSheet) {
    const opened = await rowsFrom(context, statement, offset, rowsPerSheet).catch(
      (error: unknown) => {
        for (const sheet of sheets) sheet.destroy();
        throw error;
      },
    );
    sheets.push(opened.stream);
  }
  const stream = convertToWorkbook({
    columns: columnsOf(statement),
    sheets,
    sheetRows: rowsPerSheet,
    modifiedOn: statement.stopTime ?? statement.updatedAt,
    slices: context.slices,
    name: statement.resultsPath ?? statement.id,
  });
  return admitted(context, statement, stream);
}

/** Opens a Parquet file after all of it is written. A HEAD request writes none. */
async function openParquet(
  context: Context,
  statement: ReadableStatement,
  { isHead, signal }: DownloadRequest,
): Promise<{ bytes: number | undefined; stream: Readable }> {
  if (columnsOf(statement).length === 0) throw withoutColumns();
  if (isHead) return { bytes: undefined, stream: emptyRows() };
  const { bytes, stream } = await context.writeParquet(statement, signal);
  context.streamLimit.admit(statement.readerId, { bytes, stream });
  return { bytes, stream };
}

/** Converts the rows of a view. Their length is unknown, and no part of them can be found again. */
async function openView(
  context: Context,
  statement: ReadableStatement,
  as: TextFormat,
  { view, signal }: { view: DownloadedView; signal: AbortSignal },
): Promise<Readable> {
  const rows = await openViewStream(context.viewRows, statement, view, signal);
  const name = statement.resultsPath ?? statement.id;
  const conversion = { columns: columnsOf(statement), as, slices: context.slices, name };
  return admitted(context, statement, convertToText(rows, conversion));
}

/** The part of an entity tag that differs for each view. */
const viewTag = (view: DownloadedView | null): string =>
  view === null
    ? ''
    : `-${createHash('sha256').update(JSON.stringify(view)).digest('hex').slice(0, 16)}`;

async function measure(
  context: Context,
  statement: ReadableStatement,
  conversion: TextConversion,
): Promise<Measured> {
  const { bytes, stream } = await rowsFrom(context, statement, 0);
  admitted(context, statement, stream);
  return measureText(stream, conversion, Math.max(SMALL_BYTES, bytes / MAX_CHECKPOINTS));
}

/** Converts one range of bytes, starting at the nearest checkpoint before it. */
async function openPart(
  context: Context,
  statement: ReadableStatement,
  conversion: TextConversion,
  { checkpoints, range: { first, last } }: Measured & { range: ByteRange },
): Promise<Readable> {
  const start = checkpoints.findLast(({ offset }) => offset <= first) ?? { row: 0, offset: 0 };
  const { stream } = await rowsFrom(context, statement, start.row);
  const wanted = { firstRow: start.row, skip: first - start.offset, length: last - first + 1 };
  return admitted(context, statement, convertToText(stream, conversion, wanted));
}

async function openText(
  context: Context,
  statement: ReadableStatement,
  { as, etag, request }: { as: TextFormat; etag: string; request: DownloadRequest },
): Promise<DownloadAnswer> {
  const { range, ifRange, isHead } = request;
  const { lengths, slices } = context;
  const name = statement.resultsPath ?? statement.id;
  const conversion = { columns: columnsOf(statement), as, slices, name };
  const isCurrent = ifRange === undefined || ifRange.trim() === etag;
  const asked = isHead || !isCurrent ? null : readRange(range);
  const isSmall = Number(statement.bytes ?? 0) <= SMALL_BYTES;
  const measured =
    asked === null && !isSmall
      ? lengths.known(etag)
      : await lengths.find(etag, () => measure(context, statement, conversion));
  if (asked === null || measured === undefined) {
    const { stream } = await rowsFrom(context, statement, 0);
    const whole = admitted(context, statement, convertToText(stream, conversion));
    return { is: 'whole', etag, bytes: measured?.bytes, stream: whole };
  }
  const total = measured.bytes;
  const found = rangeOf(asked, total);
  if (found === null) return { is: 'unsatisfiable', etag, total };
  const stream = await openPart(context, statement, conversion, { ...measured, range: found });
  return { is: 'part', etag, range: found, total, stream };
}

const columnsOf = ({ columns }: ReadableStatement): ColumnInfo[] =>
  (columns as ColumnInfo[] | null) ?? [];

const withoutColumns = () =>
  malformedRequest('no_columns', 'A statement without columns has no Parquet file.');

const tooWide = () =>
  malformedRequest(
    'too_many_columns',
    `A sheet can have at most ${columnsPerSheet} columns. Download another format.`,
  );
