import { StatementType } from '@duckdb/node-api';
import { DriverError } from '../driver.js';

/** They run another statement, so their text counts. */
const carriers = new Set([StatementType.EXPLAIN, StatementType.PREPARE, StatementType.MULTI]);
const writesFiles = new Set([
  StatementType.COPY,
  StatementType.EXPORT,
  StatementType.COPY_DATABASE,
]);
const words = /\b(?:copy|export)\b/i;
/** Functions of queries and CALL that write logs and profiles into files. */
const logging = /\benable_(?:logging|profiling)\b/i;

/**
 * Refuses what a read-only database lets pass: files are written beside it, and one in memory may attach
 * others. Says so in time; what a text hides from it, the process's limits do not let it write.
 *
 * @throws DriverError kind `permission`
 */
export function refuseFileWrites(type: StatementType, sql: string): void {
  const isWrite =
    writesFiles.has(type) ||
    (carriers.has(type) && words.test(sql)) ||
    logging.test(sql) ||
    (type === StatementType.ATTACH && !/\bread_only\b/i.test(sql));
  if (!isWrite) return;
  throw new DriverError('permission', 'failed', 'The connection is read-only', {
    hint: type === StatementType.ATTACH ? 'Attach it with (READ_ONLY).' : undefined,
  });
}
