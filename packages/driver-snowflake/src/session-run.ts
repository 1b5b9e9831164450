import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos } from '@sluice/driver-kit/rows/columns';
import type { StatementSummary } from '@sluice/driver-kit';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import { protocolError } from '@sluice/driver-kit/errors';
import { ChunkQueue } from '@sluice/driver-kit/rows/chunk-queue';
import type { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { SessionRun } from '@sluice/driver-kit/session/session';
import { changedRows, commandName, isChange } from './command.js';
import { checkCount, hasRows, type Result } from './result.js';
import type { JsonRow } from './json-row.js';
import type { SnowflakeColumn } from './values.js';

/** Returns the run of a statement with rows. */
export function readingRun(
  result: Result,
  stream: RowStream<JsonRow>,
  command: string | null,
): SessionRun {
  const { typeId, stats } = result;
  return {
    columns: infosOf(result),
    chunks: stream.queue,
    completed: true,
    summary: () => ({
      columns: infosOf(result, stream.read?.statistics),
      rowCount: stream.read?.stored ?? 0,
      affectedRows: changedRows(typeId, stats),
      command: commandName(typeId) ?? command,
      truncatedBy: stream.read?.truncatedBy ?? null,
      notices: [],
    }),
  };
}

/** Returns the run of a statement without rows for the user. @throws DriverError if its result is invalid */
export function doneRun(result: Result, command: string | null): SessionRun {
  const summary = doneSummary(result, command);
  const chunks = new ChunkQueue(() => undefined);
  chunks.end();
  return { columns: null, chunks, summary: () => summary };
}

/** Returns the columns for the caller. */
const infosOf = (result: Result, statistics?: Statistics): ColumnInfo[] | null =>
  hasRows(result) ? columnInfos(result.columns, statistics) : null;

/** Returns the summary of a result without rows. @throws DriverError if it is invalid */
function doneSummary(result: Result, command: string | null): StatementSummary {
  const { typeId, stats, columns } = result;
  const rows = rowsOf(result);
  if (rows.length === 0) checkCount(result, 0);
  return {
    columns: null,
    rowCount: 0,
    affectedRows: isChange(typeId) ? (changedRows(typeId, stats) ?? counted(columns, rows)) : null,
    command: commandName(typeId) ?? command,
    truncatedBy: null,
    notices: isChange(typeId)
      ? []
      : rows.map(([status]) => status).filter((status) => typeof status === 'string'),
  };
}

/** Sums the counts in the result: one column per kind of change. */
function counted(columns: SnowflakeColumn[], rows: unknown[][]): number {
  const [row = []] = rows;
  return columns
    .map(({ name }, index) => (/^number of rows /i.test(name) ? Number(row[index]) : 0))
    .reduce((sum, count) => sum + (Number.isFinite(count) ? count : 0), 0);
}

/** Maximum size of a status result. */
const MAX_STATUS_BYTES = 1024 * 1024;

function rowsOf({ rowset }: Result): unknown[][] {
  if (rowset.length > MAX_STATUS_BYTES) throw protocolError('status result too long');
  let rows: unknown;
  try {
    rows = JSON.parse(`[${rowset.toString('utf8')}]`);
  } catch {
    throw protocolError('invalid row');
  }
  return Array.isArray(rows) ? rows.filter((row) => Array.isArray(row)) : [];
}
