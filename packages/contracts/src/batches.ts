import { z } from 'zod';
import { chartSchema } from './charts.js';
import { columnInfoSchema } from './columns.js';

/**
 * Why a batch waits: `no_worker` none is there; `storage_full` those that are there have no room for
 * results; `workers_busy` all their slots are taken;
 * `connection_limit`, `user_limit`, `tenant_limit` as many run as may; `client_busy` the connection
 * client runs another batch.
 */
export const waitReasons = [
  'no_worker',
  'storage_full',
  'workers_busy',
  'connection_limit',
  'user_limit',
  'tenant_limit',
  'client_busy',
] as const;

/** Where a batch stands; every status but `started` is final. */
export const batchStatuses = ['started', 'finished', 'error', 'cancelled'] as const;
/** Where a statement stands; `finished`, `error` and `cancelled` are final. */
export const statementStatuses = ['queued', 'started', 'finished', 'error', 'cancelled'] as const;

/**
 * What became of a statement that ended in error: `not_run` nothing was sent; `failed` the database
 * refused it, no effect; `unknown` sent and nobody knows, never run again; `ran_result_lost` it ran
 * and its rows could not be stored.
 */
export const outcomes = ['not_run', 'failed', 'unknown', 'ran_result_lost'] as const;

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.');

/** What sort of thing went wrong between us and the database. */
export const errorKinds = [
  'connection',
  'authentication',
  'sql',
  'permission',
  'timeout',
  'cancelled',
  'limit',
  'internal',
] as const;

/** Why a statement ended in error. `line` and `column` (from 1) point into the statement's text. */
export const statementErrorSchema = z
  .object({
    title: z.string().describe("The database's own message, or ours when it never got there."),
    outcome: z.enum(outcomes),
    code: z.string().optional().describe('Stable code of ours, such as connect_failed.'),
    kind: z
      .enum(errorKinds)
      .optional()
      .describe('What sort of thing went wrong; absent where no database took part.'),
    detail: z.string().optional(),
    hint: z.string().optional(),
    position: z.int().optional().describe('Character in the statement text, from 1.'),
    line: z.int().optional(),
    column: z.int().optional(),
    sqlState: z.string().optional().describe("The database's five-character SQLSTATE."),
  })
  .meta({ id: 'StatementError' });

/** Additive to the specification: see product decisions §2. */
export const statementSchema = z
  .object({
    id: z.string(),
    batchId: z.string(),
    sequence: z.int().describe('Position in the batch, from 1.'),
    statementText: z.string(),
    startOffset: z.int().describe('Start in the executed text, in UTF-16 units.'),
    endOffset: z.int().describe('End (exclusive) in the executed text, in UTF-16 units.'),
    status: z.enum(statementStatuses),
    startTime: timestamp.nullable(),
    stopTime: timestamp.nullable(),
    durationMs: z.int().nullable(),
    columns: z.array(columnInfoSchema).nullable(),
    rowCount: z.int().nullable().describe('Rows stored; grows while the statement runs.'),
    affectedRows: z.int().nullable(),
    command: z.string().nullable().describe('Command tag, such as INSERT.'),
    resultsPath: z.string().nullable().describe('Relative to the results directory.'),
    bytes: z.int().nullable().describe('Size of the stored result.'),
    incomplete: z.boolean().nullable().describe('True when rows were left out.'),
    truncatedBy: z.enum(['rows', 'bytes']).nullable(),
    notices: z.array(z.string()).describe("The database's first 100 notices."),
    executionId: z.string().nullable().describe("The database's own id of the query or session."),
    error: statementErrorSchema.nullable(),
    expiresAt: timestamp.nullable().describe('When retention may remove the stored result.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Statement' });

/** How far a cancel request came. */
export const cancelSchema = z
  .object({
    requestedAt: timestamp,
    by: z.string().nullable().describe('Id of the user who asked.'),
    confirmedAt: timestamp.nullable(),
    outcome: z.enum(['confirmed', 'connection_closed', 'too_late']).nullable(),
  })
  .meta({ id: 'BatchCancel' });

const batchFields = {
  id: z.string(),
  queryId: z.string().nullable(),
  name: z.string().nullable(),
  connectionId: z.string(),
  connectionClientId: z.string().nullable(),
  status: z.enum(batchStatuses),
  startTime: timestamp,
  stopTime: timestamp.nullable(),
  durationMs: z.int().nullable(),
  batchText: z.string(),
  selectedText: z.string().nullable(),
  chart: chartSchema.nullable(),
  userId: z.string(),
  cancel: cancelSchema.nullable(),
  queuePosition: z
    .int()
    .nullable()
    .describe('Place among all that wait, from 1; null when it does not wait.'),
  waitReason: z.enum(waitReasons).nullable().describe('Null when it runs, or is about to.'),
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** A batch with its statements: the answer to create and to a single get. */
export const batchSchema = z
  .object({ ...batchFields, statements: z.array(statementSchema) })
  .meta({ id: 'Batch' });

/** A batch in a list; `statements` only with `?includeStatements=true`. */
export const batchListItemSchema = z
  .object({ ...batchFields, statements: z.array(statementSchema).optional() })
  .meta({ id: 'BatchListItem' });

/** `POST /api/batches`. Unknown fields are ignored, types are not coerced. */
export const createBatchSchema = z
  .object({
    connectionId: z.string().min(1).max(255),
    batchText: z.string().max(1_000_000).describe('SQL statements delimited by `;`.'),
    connectionClientId: z.string().min(1).max(255).nullish(),
    name: z.string().max(255).nullish(),
    queryId: z.string().max(255).nullish(),
    selectedText: z
      .string()
      .max(1_000_000)
      .nullish()
      .describe('Executed instead of batchText when not blank.'),
    chart: chartSchema.nullish(),
  })
  .meta({ id: 'CreateBatch' });

/** A page of rows or the whole: arrays of cells in column order. */
export const resultRowsSchema = z.array(z.array(z.unknown())).meta({ id: 'ResultRows' });

export type WaitReason = (typeof waitReasons)[number];
export type BatchStatus = (typeof batchStatuses)[number];
export type StatementStatus = (typeof statementStatuses)[number];
export type Outcome = (typeof outcomes)[number];
export type StatementError = z.infer<typeof statementErrorSchema>;
export type Statement = z.infer<typeof statementSchema>;
export type Batch = z.infer<typeof batchSchema>;
export type BatchListItem = z.infer<typeof batchListItemSchema>;
export type CreateBatch = z.infer<typeof createBatchSchema>;
