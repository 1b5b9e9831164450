import { z } from 'zod';
import { chartSchema } from './charts.js';
import { columnInfoSchema } from './columns.js';
import {
  batchStatuses,
  cancelOutcomes,
  cancelReasons,
  parameterTypes,
  statementStatuses,
  truncationLimits,
  waitReasons,
} from './enums.js';
import { parametersSchema, parameterTypesSchema } from './parameters.js';
import { maxAgeSecondsSchema } from './reuse.js';
import { statementErrorSchema } from './statement-errors.js';

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.');

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

/** One statement of a batch. Fields beyond the specification are additions. */
export const statementSchema = z
  .object({
    id: z.string().describe('ID of the statement.'),
    batchId: z.string().describe('ID of its batch.'),
    sequence: z.int().describe('Position in the batch, from 1.'),
    statementText: z.string().describe('SQL of the statement, without its terminator.'),
    startOffset: z.int().describe('Start in the executed text, in UTF-16 code units.'),
    endOffset: z.int().describe('End (exclusive) in the executed text, in UTF-16 code units.'),
    status: z.enum(statementStatuses).describe('Status. finished, error and cancelled are final.'),
    startTime: timestamp.nullable().describe('Time when it was sent; null while it is queued.'),
    stopTime: timestamp.nullable().describe('Time when it ended.'),
    durationMs: z.int().nullable().describe('Milliseconds from startTime to stopTime.'),
    columns: z
      .array(columnInfoSchema)
      .nullable()
      .describe(
        'Columns of the result; null until they are known, and for statements without rows.',
      ),
    rowCount: z.int().nullable().describe('Stored rows; grows while the statement runs.'),
    affectedRows: z.int().nullable().describe('Changed rows, if the database reports them.'),
    command: z.string().nullable().describe('Command tag, such as INSERT.'),
    resultsPath: z
      .string()
      .nullable()
      .describe('Path of the result file, relative to the results directory.'),
    bytes: z.int().nullable().describe('Size of the stored result in bytes.'),
    incomplete: z.boolean().nullable().describe('True when the result was truncated.'),
    truncatedBy: z.enum(truncationLimits).nullable().describe('Limit that truncated the result.'),
    notices: z
      .array(z.string())
      .describe(
        'First 100 notices of the database, also of a failed statement. A last notice counts those that were left out.',
      ),
    executionId: z.string().nullable().describe("The database's ID of the query or session."),
    error: statementErrorSchema.nullable().describe('Why it did not finish.'),
    expiresAt: timestamp
      .nullable()
      .describe('Time after which retention may delete the stored result.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Statement',
    description: 'One statement of a batch, without its rows.',
    examples: [statementExample],
  });

/** State of a cancel request. */
export const cancelSchema = z
  .object({
    requestedAt: timestamp,
    by: z
      .string()
      .nullable()
      .describe('ID of the user who requested it or revoked the access; null: the service.'),
    reason: z.enum(cancelReasons).nullable().describe('Reason; null when it was not recorded.'),
    confirmedAt: timestamp.nullable().describe('Time when the batch ended because of it.'),
    outcome: z
      .enum(cancelOutcomes)
      .nullable()
      .describe(
        'confirmed: the database confirmed it. connection_closed: the session was closed. too_late: the batch had ended.',
      ),
  })
  .meta({
    id: 'BatchCancel',
    description: 'State of a cancel request.',
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
  id: z.string().describe('ID of the batch.'),
  queryId: z.string().nullable().describe('ID of its saved query.'),
  name: z.string().nullable().describe('As set at creation.'),
  connectionId: z.string().describe('ID of its connection.'),
  connectionClientId: z.string().nullable().describe('ID of its connection client.'),
  status: z.enum(batchStatuses).describe('Status. Every status except started is final.'),
  startTime: timestamp,
  stopTime: timestamp.nullable().describe('Time when it ended; null until then.'),
  durationMs: z.int().nullable().describe('Milliseconds from startTime to stopTime.'),
  batchText: z.string().describe('The submitted SQL text.'),
  selectedText: z.string().nullable().describe('The selection that was executed instead, if any.'),
  chart: chartSchema.nullable().describe('As set at creation.'),
  userId: z.string().describe('ID of the user or service token that created it.'),
  cancel: cancelSchema.nullable().describe('Null when no cancel was requested.'),
  queuePosition: z
    .int()
    .nullable()
    .describe(
      'Position in the queue of its worker pool, from 1; 1000 stands for every later position. Null when it does not wait.',
    ),
  parameters: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'Values of the placeholders `{{name}}` by name, as bound; null without placeholders.',
    ),
  parameterTypes: z
    .record(z.string(), z.enum(parameterTypes))
    .nullable()
    .describe('Types of the parameters by name.'),
  waitReason: z
    .enum(waitReasons)
    .nullable()
    .describe('Why it waits; null when it runs or is about to run.'),
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
  parameters: { since: '2026-02-01' },
  parameterTypes: { since: 'date' },
  waitReason: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:01.250Z',
  statements: [statementExample],
};

const statements = z.array(statementSchema).describe('In the order of execution.');

/** A batch with its statements: the response to create and to a single get. */
export const batchSchema = z
  .object({
    ...batchFields,
    reusedFromBatchId: z
      .string()
      .nullable()
      .describe('ID of the earlier run that answers the request; null for a run of this request.'),
    statements,
  })
  .meta({
    id: 'Batch',
    description: 'One submission of SQL text, split into statements.',
    examples: [{ ...batchExample, reusedFromBatchId: null }],
  });

/** A batch in a list; `statements` only with `?includeStatements=true`. */
export const batchListItemSchema = z
  .object({ ...batchFields, statements: statements.optional() })
  .meta({ id: 'BatchListItem', description: 'A batch in a list.', examples: [batchExample] });

/** `POST /api/batches`. Unknown fields are ignored, types are not coerced. */
export const createBatchSchema = z
  .object({
    connectionId: z.string().min(1).max(255).describe('ID of the connection to run on.'),
    batchText: z.string().max(1_000_000).describe('SQL statements separated by `;`.'),
    connectionClientId: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe('ID of an open client of the caller on this connection. Absent: a new session.'),
    name: z.string().max(255).nullish().describe('Display name.'),
    queryId: z.string().max(255).nullish().describe('ID of its saved query.'),
    selectedText: z
      .string()
      .max(1_000_000)
      .nullish()
      .describe('Selection to execute instead of batchText, when not blank.'),
    chart: chartSchema.nullish().describe('Chart settings, stored with the batch.'),
    parameters: parametersSchema.optional(),
    parameterTypes: parameterTypesSchema.optional(),
    maxAgeSeconds: maxAgeSecondsSchema.optional(),
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
      {
        connectionId: 'sample',
        batchText: 'select day, total from daily where day >= {{since}} and shop in ({{shops}})',
        parameters: { since: '2026-02-01', shops: [3, 5] },
        parameterTypes: { since: 'date' },
        maxAgeSeconds: 300,
      },
    ],
  });

/** Rows of a result: arrays of cells in column order. */
export const resultRowsSchema = z.array(z.array(z.unknown())).meta({
  id: 'ResultRows',
  description:
    'Rows of cells in column order. docs/reference/values describes the format of each type.',
  examples: [
    [
      [1, 'one', null],
      [2, '9007199254740993', true],
    ],
  ],
});

/** See {@link statementSchema}. */
export type Statement = z.infer<typeof statementSchema>;
/** See {@link batchSchema}. */
export type Batch = z.infer<typeof batchSchema>;
/** See {@link batchListItemSchema}. */
export type BatchListItem = z.infer<typeof batchListItemSchema>;
/** See {@link createBatchSchema}. */
export type CreateBatch = z.infer<typeof createBatchSchema>;
