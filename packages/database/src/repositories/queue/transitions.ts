import type { CancelOutcome, ColumnInfo, StatementError, TruncationLimit } from '@sluice/contracts';
import { z } from 'zod';
import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { anyRow } from '../../rows.js';
import { heldBatch, type Claim } from './claims.js';

/** The result of a statement that finished and whose rows are stored. */
export interface FinishedStatement {
  columns: ColumnInfo[] | null;
  rowCount: number | null;
  affectedRows: number | null;
  command: string | null;
  resultsPath: string | null;
  bytes: number | null;
  checksum: number | null;
  truncatedBy: TruncationLimit | null;
  notices: string[];
  expiresAt: Date | null;
}

/** How a batch that did not finish ends. */
export interface BatchEnd {
  status: 'error' | 'cancelled';
  /** The statement at fault; null when there is none, as after a cancel between two statements. */
  statementId: string | null;
  error: StatementError | null;
  cancelOutcome?: Exclude<CancelOutcome, 'too_late'> | undefined;
  /** Notices of the statement at fault before its error. */
  notices?: string[] | undefined;
  /** The statement at fault may still run on its server: a worker must cancel it by its execution ID. */
  orphaned?: boolean | undefined;
}

const startRow = z.object({ startTime: z.date() });

/** See `ExecutionRepository.startStatement`. */
export async function startStatement(
  database: Database,
  { batchId, workerId, leaseToken }: Claim,
  statementId: string,
  executionId: string | null,
): Promise<Date | null> {
  const started = await queryRow(
    database,
    startRow,
    sqlQuery('startStatement', {
      batchId,
      workerId,
      leaseToken,
      statementId,
      executionId,
      channel: channels.batchChanged,
    }),
  );
  return started?.startTime ?? null;
}

/** See `ExecutionRepository.reportProgress`. */
export async function reportProgress(
  database: Database,
  { batchId, leaseToken }: Claim,
  progress: { statementId: string; rowCount: number; columns: ColumnInfo[] | null },
): Promise<boolean> {
  const rows = await queryRows(
    database,
    anyRow,
    sqlQuery('reportProgress', {
      batchId,
      leaseToken,
      statementId: progress.statementId,
      rowCount: progress.rowCount,
      columns: json(progress.columns),
      channel: channels.batchChanged,
    }),
  );
  return rows.length === 1;
}

/** See `ExecutionRepository.finishStatement`. */
export async function finishStatement(
  database: Database,
  claim: Claim,
  { isLast, ...result }: FinishedStatement & { statementId: string; isLast: boolean },
): Promise<boolean> {
  const rows = await queryRows(
    database,
    anyRow,
    sqlQuery('finishStatement', {
      ...result,
      held: heldBatch(claim),
      columns: json(result.columns),
      isIncomplete: result.truncatedBy !== null,
      notices: json(result.notices),
      isLast,
      channel: isLast ? channels.batchEnded : channels.batchChanged,
    }),
  );
  return rows.length === 1;
}

/** See `ExecutionRepository.end`. */
export async function endBatch(
  database: Database,
  { batchId, leaseToken }: Claim,
  { status, statementId, error, cancelOutcome, notices = [], orphaned = false }: BatchEnd,
): Promise<boolean> {
  const rows = await queryRows(
    database,
    anyRow,
    sqlQuery('endBatch', {
      batchId,
      leaseToken,
      status,
      statementId,
      error: json(error),
      notices: json(notices),
      cancelOutcome: cancelOutcome ?? null,
      isOrphaned: orphaned,
      channel: channels.batchEnded,
    }),
  );
  return rows.length === 1;
}

const json = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value);
