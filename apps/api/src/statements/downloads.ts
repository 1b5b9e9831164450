import type { Readable } from 'node:stream';
import type { ColumnInfo, DownloadFormat } from '@sluice/contracts';
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
} from '@sluice/results';
import { rangeOf, readRange, type ByteRange } from './byte-range.js';
import { createDownloadLengths } from './download-lengths.js';
import { openStored, storedRows, type ResultReads, type StreamLimit } from './results.js';
import type { OwnedStatement } from './service.js';
import { matchesEtag } from '../representation/index.js';

/** What is asked for. */
export interface DownloadRequest {
  format: DownloadFormat;
  /** Of CSV: see its sink. */
  raw: boolean;
  bom: boolean;
  /** Nothing but the headers is wanted: what they say is only what is known without effort. */
  isHead: boolean;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
}

/** A file on its way out; `stream` must be read to its end or destroyed. */
export type DownloadAnswer = { etag: string } & (
  | { is: 'not modified' }
  | { is: 'unsatisfiable'; total: number }
  | { is: 'whole'; bytes: number | undefined; stream: Readable }
  | { is: 'part'; range: ByteRange; total: number; stream: Readable }
);

/** What downloads are made from. */
export interface DownloadDependencies {
  results: ResultReads;
  streamLimit: StreamLimit;
  /** SERVICE_ALLOW_CSV_DOWNLOAD, which means every format. */
  isAllowed: boolean;
}

/** Results as files. */
export interface Downloads {
  /** @throws AppError 403 when they are switched off */
  requireAllowed(): void;
  /**
   * @throws AppError 404 `results_not_ready` or `results_expired`, 429, 400 `too_many_columns`;
   * ResultsError when the stored data is missing or damaged.
   */
  open(statement: OwnedStatement, request: DownloadRequest): Promise<DownloadAnswer>;
}

/** Counts up when the same result would give other bytes than before: a download must not go on then. */
const formatVersion = 1;
/** Of results up to this size the length is always told: finding it takes a few milliseconds. */
const smallBytes = 1024 * 1024;
const mostCheckpoints = 1_000;
const everything = Number.MAX_SAFE_INTEGER;

/** Makes files of the results in a store; keeps their lengths. */
export function createDownloads({
  results,
  streamLimit,
  isAllowed,
}: DownloadDependencies): Downloads {
  const lengths = createDownloadLengths();
  const slices = createSliceQueue();

  /** The rows from one on; none for a statement without columns. */
  const rowsFrom = async (
    statement: OwnedStatement,
    offset: number,
    limit = everything,
  ): Promise<ResultReading> => {
    const stored = storedRows(statement);
    if (stored === null) return { bytes: 0, stream: emptyRows() };
    const isWhole = offset === 0 && limit >= stored.rowCount;
    return openStored(results, statement, stored, isWhole ? null : { offset, limit });
  };
  /** Counts what is sent among the user's long streams. */
  const admitted = (statement: OwnedStatement, stream: Readable): Readable => {
    streamLimit.admit(statement.userId, { bytes: Number(statement.bytes ?? 0), stream });
    return stream;
  };

  const workbook = async (statement: OwnedStatement): Promise<Readable> => {
    const rowCount = Number(statement.rowCount ?? 0);
    const sheets: Readable[] = [];
    // All at once: what is open is read to its end, whenever the result expires.
    for (let offset = 0; offset === 0 || offset < rowCount; offset += rowsPerSheet) {
      const opened = await rowsFrom(statement, offset, rowsPerSheet).catch((error: unknown) => {
        for (const sheet of sheets) sheet.destroy();
        throw error;
      });
      sheets.push(opened.stream);
    }
    const stream = convertToWorkbook({
      columns: columnsOf(statement),
      sheets,
      sheetRows: rowsPerSheet,
      modifiedOn: statement.stopTime ?? statement.updatedAt,
      slices,
      name: statement.resultsPath ?? statement.id,
    });
    return admitted(statement, stream);
  };

  const measure = async (
    statement: OwnedStatement,
    conversion: TextConversion,
  ): Promise<Measured> => {
    const { bytes, stream } = await rowsFrom(statement, 0);
    admitted(statement, stream);
    return measureText(stream, conversion, Math.max(smallBytes, bytes / mostCheckpoints));
  };

  const part = async (
    statement: OwnedStatement,
    conversion: TextConversion,
    { checkpoints }: Measured,
    { first, last }: ByteRange,
  ): Promise<Readable> => {
    const start = checkpoints.findLast(({ offset }) => offset <= first) ?? { row: 0, offset: 0 };
    const { stream } = await rowsFrom(statement, start.row);
    const wanted = { firstRow: start.row, skip: first - start.offset, length: last - first + 1 };
    return admitted(statement, convertToText(stream, conversion, wanted));
  };

  const text = async (
    statement: OwnedStatement,
    as: TextFormat,
    etag: string,
    { range, ifRange, isHead }: DownloadRequest,
  ): Promise<DownloadAnswer> => {
    const name = statement.resultsPath ?? statement.id;
    const conversion = { columns: columnsOf(statement), as, slices, name };
    const isCurrent = ifRange === undefined || ifRange.trim() === etag;
    const asked = isHead || !isCurrent ? null : readRange(range);
    const isSmall = Number(statement.bytes ?? 0) <= smallBytes;
    const measured =
      asked === null && !isSmall
        ? lengths.known(etag)
        : await lengths.find(etag, () => measure(statement, conversion));
    if (asked === null || measured === undefined) {
      const { stream } = await rowsFrom(statement, 0);
      const whole = admitted(statement, convertToText(stream, conversion));
      return { is: 'whole', etag, bytes: measured?.bytes, stream: whole };
    }
    const total = measured.bytes;
    const found = rangeOf(asked, total);
    if (found === null) return { is: 'unsatisfiable', etag, total };
    const stream = await part(statement, conversion, measured, found);
    return { is: 'part', etag, range: found, total, stream };
  };

  return {
    requireAllowed: () => {
      if (!isAllowed) throw forbidden('Downloads are switched off', 'downloads_disabled');
    },
    open: async (statement, request) => {
      // Before anything is said of them: they may have expired.
      storedRows(statement);
      const { format, raw, bom } = request;
      if (format === 'xlsx' && columnsOf(statement).length > columnsPerSheet) throw tooWide();
      const options = `${raw ? '-raw' : ''}${bom ? '-bom' : ''}`;
      // Strong: the same bytes come from every process, and are sent as they are.
      const etag = `"${statement.id}-${statement.checksum ?? 0}-${format}${options}-${formatVersion}"`;
      if (matchesEtag(request.ifNoneMatch, etag)) return { is: 'not modified', etag };
      if (format === 'xlsx') {
        return { is: 'whole', etag, bytes: undefined, stream: await workbook(statement) };
      }
      const as = format === 'csv' ? { format, raw, bom } : { format };
      return text(statement, as, etag, request);
    },
  };
}

const columnsOf = ({ columns }: OwnedStatement): ColumnInfo[] =>
  (columns as ColumnInfo[] | null) ?? [];

const tooWide = () =>
  malformedRequest(
    'too_many_columns',
    `A sheet has at most ${columnsPerSheet} columns: download another format`,
  );
