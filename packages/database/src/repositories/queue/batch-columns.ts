import { Prisma, type Batch, type Statement } from '../../generated/client.js';

const batchColumns: Record<keyof Batch, string> = {
  id: 'id',
  queryId: 'query_id',
  name: 'name',
  connectionId: 'connection_id',
  connectionClientId: 'connection_client_id',
  status: 'status',
  startTime: 'start_time',
  stopTime: 'stop_time',
  batchText: 'batch_text',
  selectedText: 'selected_text',
  chart: 'chart',
  userId: 'user_id',
  accessUserId: 'access_user_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
  tenant: 'tenant',
  turn: 'turn',
  workerPool: 'worker_pool',
  dispatchedAt: 'dispatched_at',
  workerId: 'worker_id',
  leaseToken: 'lease_token',
  claimedAt: 'claimed_at',
  cancelRequestedAt: 'cancel_requested_at',
  cancelRequestedBy: 'cancel_requested_by',
  cancelConfirmedAt: 'cancel_confirmed_at',
  cancelOutcome: 'cancel_outcome',
  cancelReason: 'cancel_reason',
  tokenId: 'token_id',
  readOnly: 'read_only',
  maxRows: 'max_rows',
  traceParent: 'trace_parent',
  rowCount: 'row_count',
  incomplete: 'incomplete',
  parameters: 'parameters',
  reuseKey: 'reuse_key',
};

const statementColumns: Record<keyof Statement, string> = {
  id: 'id',
  batchId: 'batch_id',
  sequence: 'sequence',
  statementText: 'statement_text',
  startOffset: 'start_offset',
  endOffset: 'end_offset',
  status: 'status',
  startTime: 'start_time',
  stopTime: 'stop_time',
  columns: 'columns',
  rowCount: 'row_count',
  affectedRows: 'affected_rows',
  command: 'command',
  resultsPath: 'results_path',
  bytes: 'bytes',
  checksum: 'checksum',
  incomplete: 'incomplete',
  truncatedBy: 'truncated_by',
  notices: 'notices',
  executionId: 'execution_id',
  error: 'error',
  expiresAt: 'expires_at',
  resultsLostAt: 'results_lost_at',
  adoptions: 'adoptions',
  placeholders: 'placeholders',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const list = (columns: Record<string, string>, alias: string) =>
  Prisma.raw(
    Object.entries(columns)
      .map(([field, column]) => `${alias}.${column} as "${field}"`)
      .join(', '),
  );

/** SQL of a batch's columns under the names of its Prisma model: `select ${batchFields} from batches b`. */
export const batchFields = list(batchColumns, 'b');

/** SQL of a statement's columns under the names of its Prisma model: `select ${statementFields} from statements s`. */
export const statementFields = list(statementColumns, 's');
