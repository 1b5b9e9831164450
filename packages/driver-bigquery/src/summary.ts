import type { StatementSummary } from '@sluice/driver-kit';
import type { RowStream } from '@sluice/driver-kit/rows/row-stream';
import { commandOf } from './command.js';
import type { Field } from './fields.js';
import type { JobInfo } from './jobs.js';
import { columnsOf, type Row } from './rows.js';

/** Returns the summary of a job after its rows have been read. */
export function summaryOf(
  info: JobInfo | null,
  fields: readonly Field[] | null,
  { read }: RowStream<Row>,
  affectedRows: number | null,
): StatementSummary {
  const children = info?.childJobs ?? 0;
  const script = `NOTE: ${String(children)} statements of the script ran; only the rows of the last are stored`;
  return {
    columns: fields && columnsOf(fields, read?.statistics),
    rowCount: read?.stored ?? 0,
    affectedRows,
    command: commandOf(info?.statementType ?? ''),
    truncatedBy: read?.truncatedBy ?? null,
    notices: [...(info?.warnings ?? []), ...(children > 1 ? [script] : [])],
  };
}
