import { StatementType } from '@duckdb/node-api';
import { DriverError } from '@sluice/driver-kit';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';

/** Statements that run another statement, whose text is checked. */
const carriers = new Set([StatementType.EXPLAIN, StatementType.PREPARE, StatementType.MULTI]);
const writesFiles = new Set([
  StatementType.COPY,
  StatementType.EXPORT,
  StatementType.COPY_DATABASE,
]);
const words = /\b(?:copy|export)\b/i;

/**
 * Rejects writes that a read-only database allows: files beside it, and attached databases of an in-memory one.
 *
 * @throws DriverError kind `permission`
 */
export function assertNoFileWrites(type: StatementType, sql: string): void {
  const isWrite =
    writesFiles.has(type) ||
    (carriers.has(type) && words.test(sql)) ||
    (type === StatementType.ATTACH && !/\bread_only\b/i.test(sql));
  if (isWrite) {
    throw readOnly(type === StatementType.ATTACH ? 'Attach it with (READ_ONLY).' : undefined);
  }
}

/** Functions that write logs and profiles. */
const logging = /\benable_(?:logging|profiling)\b/i;
const runsExport = ['export', 'explain', 'prepare'];

/**
 * Rejects writes that DuckDB does while it prepares a statement: it opens log files and creates the folder of
 * an export. The text is checked before. Text that is built at run time is not detected; the kernel limits of
 * the process prevent its writes.
 *
 * @throws DriverError kind `permission`
 */
export function assertNoEarlyWrites(sql: string): void {
  const exports = runsExport.includes(leadingWord(sql, 'duckdb')) && /\bexport\b/i.test(sql);
  if (exports || logging.test(sql)) throw readOnly();
}

const readOnly = (hint?: string): DriverError =>
  new DriverError('permission', 'failed', 'The connection is read-only', { hint });
