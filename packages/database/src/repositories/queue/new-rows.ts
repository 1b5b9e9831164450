import type { Batch, Prisma, Statement } from '../../generated/client.js';
import type { BatchWithStatements } from './batch-reads.js';
import type { NewBatch } from './new-batch.js';
import { parametersColumn, placeholdersColumn } from './stored-parameters.js';

/** A statement of a new batch, with its ID. */
export type NewStatement = NewBatch['statements'][number] & { id: string };

/** The columns that the database chose. */
type WrittenColumns = Pick<Batch, 'version' | 'createdAt' | 'tenant' | 'turn' | 'workerPool'>;

/** The rows of a new batch as the insert wrote them, so that they need not be read back. */
export function newRows(
  id: string,
  batch: NewBatch,
  statements: NewStatement[],
  { version, createdAt, tenant, turn, workerPool }: WrittenColumns,
): BatchWithStatements {
  const times = { createdAt, updatedAt: createdAt };
  return {
    ...unstartedBatch,
    ...times,
    id,
    version,
    tenant,
    turn,
    workerPool,
    connectionId: batch.connectionId,
    connectionClientId: batch.connectionClientId,
    queryId: batch.queryId,
    name: batch.name,
    batchText: batch.batchText,
    selectedText: batch.selectedText,
    userId: batch.userId,
    accessUserId: batch.accessUserId ?? null,
    chart: batch.chart as Prisma.JsonValue,
    ...tokenColumns(batch),
    traceParent: batch.traceParent ?? null,
    parameters: parametersColumn(batch.parameters),
    reuseKey: batch.reuseKey ?? null,
    startTime: createdAt,
    dispatchedAt: createdAt,
    statements: statements.map(({ id: statementId, text, placeholders, ...offsets }, index) => ({
      ...unstartedStatement,
      ...times,
      id: statementId,
      batchId: id,
      sequence: index + 1,
      statementText: text,
      ...offsets,
      placeholders: placeholdersColumn(placeholders),
    })),
  };
}

/** Returns whether the request or its token makes a batch read-only. */
export const isReadOnly = ({ token, readOnly }: Pick<NewBatch, 'token' | 'readOnly'>): boolean =>
  readOnly === true || token?.readOnly === true;

const tokenColumns = ({ token, readOnly }: Pick<NewBatch, 'token' | 'readOnly'>) => ({
  tokenId: token?.id ?? null,
  readOnly: isReadOnly({ token, readOnly }),
  maxRows: token?.maxRows ?? null,
});

const unstartedBatch = {
  status: 'started',
  stopTime: null,
  workerId: null,
  leaseToken: null,
  claimedAt: null,
  cancelRequestedAt: null,
  cancelRequestedBy: null,
  cancelConfirmedAt: null,
  cancelOutcome: null,
  rowCount: null,
  incomplete: null,
  cancelReason: null,
} satisfies Partial<Batch>;

const unstartedStatement = {
  status: 'queued',
  startTime: null,
  stopTime: null,
  columns: null,
  rowCount: null,
  affectedRows: null,
  command: null,
  resultsPath: null,
  bytes: null,
  checksum: null,
  incomplete: null,
  truncatedBy: null,
  notices: [],
  executionId: null,
  error: null,
  expiresAt: null,
  resultsLostAt: null,
  adoptions: 0,
} satisfies Partial<Statement>;
