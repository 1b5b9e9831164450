import { DriverError } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import { isRecord, type Answer } from './answer.js';
import { isChange, isCursor } from './command.js';
import { columnsOf, type SnowflakeColumn } from './values.js';

/** A result file with rows. */
export interface ChunkFile {
  url: string;
  rowCount: number;
  /** Uncompressed size as announced; null if unknown. */
  bytes: number | null;
}

/** The result of a finished statement. */
export interface Result {
  columns: SnowflakeColumn[];
  /** The first rows; the others are in {@link files}. */
  rowset: Buffer;
  files: ChunkFile[];
  /** Headers required to download a file. */
  fileHeaders: Readonly<Record<string, string>>;
  /** Numbers of rows that the server announces, those in files included; empty if unknown. */
  counts: readonly number[];
  typeId: number;
  stats: unknown;
}

/** Maximum number of files of a result. */
const MAX_FILES = 1_000_000;

/** Parses the response of a finished statement. @throws DriverError if it is invalid */
export function readResult({ data, rowset }: Answer): Result {
  const { queryResultFormat, command, statementTypeId, stats, chunks, total, returned, version } =
    data;
  if (command === 'UPLOAD' || command === 'DOWNLOAD') {
    throw new DriverError(
      'permission',
      'failed',
      'PUT and GET are not supported: they access local files',
    );
  }
  if (typeof queryResultFormat === 'string' && queryResultFormat !== 'json') {
    throw protocolError('unexpected row format');
  }
  return {
    columns: columnsOf(data['rowtype'] ?? [], String(version) === '0'),
    rowset: rowset ?? Buffer.alloc(0),
    files: filesOf(chunks),
    fileHeaders: fileHeadersOf(data),
    counts: [total, returned].filter((count) => typeof count === 'number'),
    typeId: typeof statementTypeId === 'number' ? statementTypeId : 0,
    stats,
  };
}

function filesOf(chunks: unknown): ChunkFile[] {
  if (chunks === undefined || chunks === null) return [];
  if (!Array.isArray(chunks) || chunks.length > MAX_FILES)
    throw protocolError('invalid result files');
  return chunks.map((chunk: unknown) => {
    const { url, rowCount, uncompressedSize } = isRecord(chunk) ? chunk : {};
    if (typeof url !== 'string' || typeof rowCount !== 'number') {
      throw protocolError('invalid result files');
    }
    return { url, rowCount, bytes: typeof uncompressedSize === 'number' ? uncompressedSize : null };
  });
}

/** Returns the server's headers, or derives them from its key as snowflake-sdk does. */
function fileHeadersOf({ chunkHeaders, qrmk }: Answer['data']): Record<string, string> {
  if (isRecord(chunkHeaders)) {
    const texts = Object.entries(chunkHeaders).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && /^[\w-]+$/.test(entry[0]) && !/[\r\n]/.test(entry[1]),
    );
    return Object.fromEntries(texts);
  }
  if (typeof qrmk !== 'string' || !/^[\w+/=]*$/.test(qrmk)) return {};
  return {
    'x-amz-server-side-encryption-customer-algorithm': 'AES256',
    'x-amz-server-side-encryption-customer-key': qrmk,
  };
}

/** Returns whether the result has rows for the user instead of a status. */
export function hasRows({ columns, typeId, files }: Result): boolean {
  if (isChange(typeId)) return false;
  // CREATE, USE, COMMIT and similar return one status row. The column of a procedure can have the same name.
  const isStatus = columns.length === 1 && columns[0]?.name.toLowerCase() === 'status';
  return isCursor(typeId) || !isStatus || files.length > 0;
}

/**
 * Compares the rows that came with the response, and those of the announced files, with the announced counts.
 * Each file checks its own count. @throws DriverError if they differ
 */
export function checkCount({ counts, files }: Result, rows: number): void {
  const found = files.reduce((sum, { rowCount }) => sum + rowCount, rows);
  const announced = counts.find((count) => count !== found);
  if (announced === undefined) return;
  throw new DriverError(
    'connection',
    'unknown',
    `Incomplete result: the server announced ${String(announced)} rows and sent ${String(found)}`,
    { hint: 'The session parameter ROWS_PER_RESULTSET limits the rows of a result.' },
  );
}
