import { z } from 'zod';
import { chartSchema } from './charts.js';
import { columnInfoSchema } from './columns.js';
import {
  batchStatuses,
  cancelOutcomes,
  cancelReasons,
  outcomes,
  statementStatuses,
  truncationLimits,
  waitReasons,
} from './enums.js';

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

const errorExample = {
  title: 'column "nmae" does not exist',
  outcome: 'failed',
  kind: 'sql',
  detail: 'There is a column of another name.',
  hint: 'Perhaps you meant to reference the column "users.name".',
  position: 8,
  line: 1,
  column: 8,
  sqlState: '42703',
};

/** Why a statement ended in error. `line` and `column` (from 1) point into the statement's text. */
export const statementErrorSchema = z
  .object({
    title: z.string().describe("The database's own message, or ours when it never got there."),
    outcome: z
      .enum(outcomes)
      .describe('What is known of its effect; see docs/reference/errors.md.'),
    code: z.string().optional().describe('Stable code of ours, such as connect_failed.'),
    kind: z
      .enum(errorKinds)
      .optional()
      .describe('What sort of thing went wrong; absent where no database took part.'),
    detail: z.string().optional().describe('As the database gave it.'),
    hint: z.string().optional().describe('As the database gave it.'),
    position: z.int().optional().describe('Character in the statement text, from 1.'),
    line: z.int().optional().describe('In the statement text, from 1.'),
    column: z.int().optional().describe('In that line, in code points, from 1.'),
    sqlState: z.string().optional().describe("The database's five-character SQLSTATE."),
  })
  .meta({
    id: 'StatementError',
    description: 'Why a statement did not finish.',
    examples: [errorExample, { title: 'No worker took it', outcome: 'not_run', code: 'no_worker' }],
  });

const statementExample = {
  id: '01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33',
  batchId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
  sequence: 1,
  statementText: 'select 1 as n',
  startOffset: 0,
  endOffset: 13,
  status: 'finished',
  startTime: '2026-03-01T09:30:00.000Z',
  stopTime: '2026-03-01T09:30:01.250Z',
  durationMs: 1250,
  columns: [
    {
      name: 'n',
      datatype: 'number',
      min: 1,
      max: 1,
      maxValueLength: 0,
      maxLineLength: 1,
      dbType: 'int4',
    },
  ],
  rowCount: 1,
  affectedRows: null,
  command: 'SELECT',
  resultsPath: '2026-03-01/01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33.json',
  bytes: 5,
  incomplete: false,
  truncatedBy: null,
  notices: [],
  executionId: '4711',
  error: null,
  expiresAt: '2026-03-31T09:30:01.250Z',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:01.250Z',
};

/** Additive to the specification: see product decisions §2. */
export const statementSchema = z
  .object({
    id: z.string().describe('Of the statement.'),
    batchId: z.string().describe('The batch that it belongs to.'),
    sequence: z.int().describe('Position in the batch, from 1.'),
    statementText: z.string().describe('Without its terminator.'),
    startOffset: z.int().describe('Start in the executed text, in UTF-16 units.'),
    endOffset: z.int().describe('End (exclusive) in the executed text, in UTF-16 units.'),
    status: z.enum(statementStatuses).describe('finished, error and cancelled are final.'),
    startTime: timestamp.nullable().describe('When it was sent; null while it is queued.'),
    stopTime: timestamp.nullable().describe('When it ended.'),
    durationMs: z.int().nullable().describe('stopTime less startTime.'),
    columns: z
      .array(columnInfoSchema)
      .nullable()
      .describe('Null until there are results, and for statements that give no rows.'),
    rowCount: z.int().nullable().describe('Rows stored; grows while the statement runs.'),
    affectedRows: z.int().nullable().describe('Rows changed, where the database says.'),
    command: z.string().nullable().describe('Command tag, such as INSERT.'),
    resultsPath: z.string().nullable().describe('Relative to the results directory.'),
    bytes: z.int().nullable().describe('Size of the stored result.'),
    incomplete: z.boolean().nullable().describe('True when rows were left out.'),
    truncatedBy: z.enum(truncationLimits).nullable().describe('Which limit left rows out.'),
    notices: z.array(z.string()).describe("The database's first 100 notices."),
    executionId: z.string().nullable().describe("The database's own id of the query or session."),
    error: statementErrorSchema.nullable().describe('Why it did not finish.'),
    expiresAt: timestamp.nullable().describe('When retention may remove the stored result.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Statement',
    description: 'One statement of a batch, without its rows.',
    examples: [statementExample],
  });

/** How far a cancel request came. */
export const cancelSchema = z
  .object({
    requestedAt: timestamp,
    by: z
      .string()
      .nullable()
      .describe('Id of the user who asked or took the right away; null: the service itself.'),
    reason: z.enum(cancelReasons).nullable().describe('Null where it was not kept.'),
    confirmedAt: timestamp.nullable().describe('When the batch had ended for it.'),
    outcome: z
      .enum(cancelOutcomes)
      .nullable()
      .describe(
        'The database confirmed it, its connection was closed, or the batch had ended before.',
      ),
  })
  .meta({
    id: 'BatchCancel',
    description: 'How far a cancel request came.',
    examples: [
      {
        requestedAt: '2026-03-01T09:30:00.000Z',
        by: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
        reason: 'asked',
        confirmedAt: '2026-03-01T09:30:01.250Z',
        outcome: 'confirmed',
      },
    ],
  });

const chartExample = { chartType: 'line', fields: { x: 'day', y: 'total', trendline: true } };

const batchFields = {
  id: z.string().describe('Of the batch.'),
  queryId: z.string().nullable().describe('The saved query that it is of.'),
  name: z.string().nullable().describe('As given when it was created.'),
  connectionId: z.string().describe('The connection that it runs on.'),
  connectionClientId: z.string().nullable().describe('The open client that it runs on.'),
  status: z.enum(batchStatuses).describe('Every one but started is final.'),
  startTime: timestamp,
  stopTime: timestamp.nullable().describe('Null until it ends.'),
  durationMs: z.int().nullable().describe('stopTime less startTime.'),
  batchText: z.string().describe('All of the SQL that was sent.'),
  selectedText: z.string().nullable().describe('The part that was executed instead, if any.'),
  chart: chartSchema.nullable().describe('As given when it was created.'),
  userId: z.string().describe('Who created it: a user or a service token.'),
  cancel: cancelSchema.nullable().describe('Null when nobody asked to cancel it.'),
  queuePosition: z
    .int()
    .nullable()
    .describe(
      'Place among all that wait for its pool of workers, from 1; 1000 is that or any further back. Null when it does not wait.',
    ),
  waitReason: z.enum(waitReasons).nullable().describe('Null when it runs, or is about to.'),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const batchExample = {
  id: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
  queryId: null,
  name: 'Daily totals',
  connectionId: 'sample',
  connectionClientId: null,
  status: 'finished',
  startTime: '2026-03-01T09:30:00.000Z',
  stopTime: '2026-03-01T09:30:01.250Z',
  durationMs: 1250,
  batchText: 'select 1 as n',
  selectedText: null,
  chart: null,
  userId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  cancel: null,
  queuePosition: null,
  waitReason: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:01.250Z',
  statements: [statementExample],
};

const statements = z.array(statementSchema).describe('In order.');

/** A batch with its statements: the answer to create and to a single get. */
export const batchSchema = z
  .object({ ...batchFields, statements })
  .meta({ id: 'Batch', description: 'SQL that was submitted.', examples: [batchExample] });

/** A batch in a list; `statements` only with `?includeStatements=true`. */
export const batchListItemSchema = z
  .object({ ...batchFields, statements: statements.optional() })
  .meta({ id: 'BatchListItem', description: 'A batch in a list.', examples: [batchExample] });

/** `POST /api/batches`. Unknown fields are ignored, types are not coerced. */
export const createBatchSchema = z
  .object({
    connectionId: z.string().min(1).max(255).describe('The connection to run on.'),
    batchText: z.string().max(1_000_000).describe('SQL statements delimited by `;`.'),
    connectionClientId: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe('An open client of the caller and of the connection; absent: a new session.'),
    name: z.string().max(255).nullish().describe('For people.'),
    queryId: z.string().max(255).nullish().describe('The saved query that it is of.'),
    selectedText: z
      .string()
      .max(1_000_000)
      .nullish()
      .describe('Executed instead of batchText when not blank.'),
    chart: chartSchema.nullish().describe('Kept with the batch.'),
  })
  .meta({
    id: 'CreateBatch',
    description: 'SQL to run.',
    examples: [
      { connectionId: 'sample', batchText: 'select 1 as n; select 2 as n' },
      {
        connectionId: 'sample',
        batchText: 'select day, total from daily; select 2',
        selectedText: 'select day, total from daily',
        connectionClientId: null,
        name: 'Daily totals',
        queryId: null,
        chart: chartExample,
      },
    ],
  });

/** A page of rows or the whole: arrays of cells in column order. */
export const resultRowsSchema = z.array(z.array(z.unknown())).meta({
  id: 'ResultRows',
  description: 'Rows of cells in column order; docs/reference/values tells the form of each type.',
  examples: [
    [
      [1, 'one', null],
      [2, '9007199254740993', true],
    ],
  ],
});

export type StatementError = z.infer<typeof statementErrorSchema>;
export type Statement = z.infer<typeof statementSchema>;
export type Batch = z.infer<typeof batchSchema>;
export type BatchListItem = z.infer<typeof batchListItemSchema>;
export type CreateBatch = z.infer<typeof createBatchSchema>;
