import { DriverError } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import { isRecord, type Answer } from './answer.js';
import { isChange, isSelect } from './command.js';
import { columnsOf, type SnowflakeColumn } from './values.js';

/** Rows that lie in a file of their own. */
export interface ChunkFile {
  url: string;
  rowCount: number;
  /** Bytes without compression, as announced; null when it is not said. */
  bytes: number | null;
}

/** What a statement that has finished left on the server. */
export interface Result {
  columns: SnowflakeColumn[];
  /** The first rows; the others are in {@link files}. */
  rowset: Buffer;
  files: ChunkFile[];
  /** What the storage wants to be told with each request for a file. */
  fileHeaders: Readonly<Record<string, string>>;
  typeId: number;
  stats: unknown;
}

/** Files of a result may be many, but not without an end. */
const MAX_FILES = 1_000_000;

/** Reads the answer of a statement that has finished. @throws DriverError when it is none */
export function readResult({ data, rowset }: Answer): Result {
  const { queryResultFormat, command, statementTypeId, stats, chunks } = data;
  if (command === 'UPLOAD' || command === 'DOWNLOAD') {
    throw new DriverError('permission', 'failed', 'PUT and GET are off: they name local files');
  }
  if (typeof queryResultFormat === 'string' && queryResultFormat !== 'json') {
    throw protocolError('rows in a form that was not asked for');
  }
  return {
    columns: columnsOf(data['rowtype'] ?? []),
    rowset: rowset ?? Buffer.alloc(0),
    files: filesOf(chunks),
    fileHeaders: fileHeadersOf(data),
    typeId: typeof statementTypeId === 'number' ? statementTypeId : 0,
    stats,
  };
}

function filesOf(chunks: unknown): ChunkFile[] {
  if (chunks === undefined || chunks === null) return [];
  if (!Array.isArray(chunks) || chunks.length > MAX_FILES) throw protocolError('odd result files');
  return chunks.map((chunk: unknown) => {
    const { url, rowCount, uncompressedSize } = isRecord(chunk) ? chunk : {};
    if (typeof url !== 'string' || typeof rowCount !== 'number') {
      throw protocolError('odd result files');
    }
    return { url, rowCount, bytes: typeof uncompressedSize === 'number' ? uncompressedSize : null };
  });
}

/** Headers as the server gives them, or made of the key that it gives: as snowflake-sdk does. */
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

/** Whether the result is rows for the user; else it says what was done. */
export function hasRows({ columns, typeId, files }: Result): boolean {
  if (isChange(typeId)) return false;
  // CREATE, USE, COMMIT, …: one row, which says that it was done.
  const isStatus = columns.length === 1 && columns[0]?.name.toLowerCase() === 'status';
  return isSelect(typeId) || !isStatus || files.length > 0;
}
