import { StatementType } from '@duckdb/node-api';
import { DriverError } from '@sluice/driver-kit';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';

/** They run another statement, so their text counts. */
const carriers = new Set([StatementType.EXPLAIN, StatementType.PREPARE, StatementType.MULTI]);
const writesFiles = new Set([
  StatementType.COPY,
  StatementType.EXPORT,
  StatementType.COPY_DATABASE,
]);
const words = /\b(?:copy|export)\b/i;

/**
 * Refuses what a read-only database lets pass: files are written beside it, and one in memory may attach
 * others.
 *
 * @throws DriverError kind `permission`
 */
export function refuseFileWrites(type: StatementType, sql: string): void {
  const isWrite =
    writesFiles.has(type) ||
    (carriers.has(type) && words.test(sql)) ||
    (type === StatementType.ATTACH && !/\bread_only\b/i.test(sql));
  if (isWrite) {
    throw readOnly(type === StatementType.ATTACH ? 'Attach it with (READ_ONLY).' : undefined);
  }
}

/** Functions that write logs and profiles, wherever they stand. */
const logging = /\benable_(?:logging|profiling)\b/i;
const runsExport = ['export', 'explain', 'prepare'];

/**
 * Refuses what DuckDB does while it prepares a statement: it opens log files and makes the folder of an export. The
 * text is checked for it before. A text that is put together at run time is not seen here: the process's limits keep
 * it from writing.
 *
 * @throws DriverError kind `permission`
 */
export function refuseEarlyWrites(sql: string): void {
  const exports = runsExport.includes(leadingWord(sql)) && /\bexport\b/i.test(sql);
  if (exports || logging.test(sql)) throw readOnly();
}

const readOnly = (hint?: string): DriverError =>
  new DriverError('permission', 'failed', 'The connection is read-only', { hint });
