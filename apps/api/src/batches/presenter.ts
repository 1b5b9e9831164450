import type {
  Batch,
  BatchListItem,
  ColumnInfo,
  Statement,
  StatementError,
} from '@sluice/contracts';
import {
  storedParameters,
  type BatchRow,
  type QueuePlace,
  type StatementRow,
} from '@sluice/database';
import { presentParameters } from './parameters.js';
import { sharedStatement } from './shared-view.js';

/** The fields of a batch that its row has. */
export type BatchFields = Omit<Batch, 'statements' | 'reusedFromBatchId'>;

/** Presents the row of a batch; `place` is its queue position while it waits. */
export function presentBatchFields(row: BatchRow, place?: QueuePlace): BatchFields {
  return {
    id: row.id,
    queryId: row.queryId,
    name: row.name,
    connectionId: row.connectionId,
    connectionClientId: row.connectionClientId,
    status: row.status as Batch['status'],
    startTime: row.startTime.toISOString(),
    stopTime: timestamp(row.stopTime),
    durationMs: durationMs(row.startTime, row.stopTime),
    batchText: row.batchText,
    selectedText: row.selectedText,
    chart: row.chart as Batch['chart'],
    userId: row.userId,
    cancel: presentCancel(row),
    queuePosition: place?.position ?? null,
    parameters: null,
    parameterTypes: null,
    ...presentParameters(storedParameters(row.parameters)),
    waitReason: place?.reason ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Presents a batch in a list, with its statements if they were read. */
export const presentListItem = (
  row: BatchRow & { statements?: StatementRow[] },
  place?: QueuePlace,
): BatchListItem => {
  const fields = presentBatchFields(row, place);
  if (row.statements === undefined) return fields;
  return { ...fields, statements: presentStatements(row.accessUserId, row.statements) };
};

/** Returns whether no worker has claimed the batch yet. */
export const isWaiting = (row: Pick<BatchRow, 'status' | 'leaseToken'>): boolean =>
  row.status === 'started' && row.leaseToken === null;

/**
 * Presents the statements of a batch. If it uses the access of another user, errors name no part of the connection: its
 * user may have no access to it.
 */
export function presentStatements(
  accessUserId: string | null,
  rows: readonly StatementRow[],
): Statement[] {
  const statements = rows.map(presentStatement);
  return accessUserId === null ? statements : statements.map(sharedStatement);
}

/** Presents the row of a statement. */
export function presentStatement(row: StatementRow): Statement {
  return {
    id: row.id,
    batchId: row.batchId,
    sequence: row.sequence,
    statementText: row.statementText,
    startOffset: row.startOffset,
    endOffset: row.endOffset,
    status: row.status as Statement['status'],
    startTime: timestamp(row.startTime),
    stopTime: timestamp(row.stopTime),
    durationMs: durationMs(row.startTime, row.stopTime),
    columns: row.columns as ColumnInfo[] | null,
    rowCount: count(row.rowCount),
    affectedRows: count(row.affectedRows),
    command: row.command,
    resultsPath: row.resultsLostAt === null ? row.resultsPath : null,
    bytes: count(row.bytes),
    incomplete: row.incomplete,
    truncatedBy: row.truncatedBy as Statement['truncatedBy'],
    notices: row.notices as string[],
    executionId: row.executionId,
    error: row.error as StatementError | null,
    expiresAt: timestamp(row.expiresAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const presentCancel = (row: BatchRow): Batch['cancel'] =>
  row.cancelRequestedAt === null
    ? null
    : {
        requestedAt: row.cancelRequestedAt.toISOString(),
        by: row.cancelRequestedBy,
        reason: row.cancelReason as NonNullable<Batch['cancel']>['reason'],
        confirmedAt: timestamp(row.cancelConfirmedAt),
        outcome: row.cancelOutcome as NonNullable<Batch['cancel']>['outcome'],
      };

const timestamp = (value: Date | null): string | null => value?.toISOString() ?? null;

/** Row and byte counts stay far below 2^53. */
const count = (value: bigint | null): number | null => (value === null ? null : Number(value));

const durationMs = (start: Date | null, stop: Date | null): number | null =>
  start === null || stop === null ? null : stop.getTime() - start.getTime();
