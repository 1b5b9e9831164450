import { z } from 'zod';
import { batchSchema, resultRowsSchema, statementSchema } from './batches.js';
import { timestampSchema } from './common.js';

const common = {
  id: z.uuid().describe('Of the event; the same at each try, so that it can be told apart.'),
  createdAt: timestampSchema.describe('When it happened.'),
  publicUrl: z.string().nullable().describe('Where people reach the service.'),
};

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.string(),
});

const about = {
  user: userSchema.nullable().describe('Null when the user was deleted since.'),
  connection: z
    .object({ id: z.string(), name: z.string(), driver: z.string() })
    .nullable()
    .describe('Null when the connection was deleted since.'),
};

const batchFields = batchSchema.pick({
  id: true,
  queryId: true,
  name: true,
  connectionId: true,
  connectionClientId: true,
  status: true,
  startTime: true,
  stopTime: true,
  durationMs: true,
  batchText: true,
  selectedText: true,
  chart: true,
  userId: true,
});

const ofBatch = batchSchema.pick({ id: true, queryId: true, name: true });

const statementFields = statementSchema.pick({
  id: true,
  batchId: true,
  sequence: true,
  statementText: true,
  status: true,
  startTime: true,
  stopTime: true,
  durationMs: true,
  columns: true,
  rowCount: true,
  affectedRows: true,
  command: true,
  incomplete: true,
  truncatedBy: true,
  error: true,
});

/** Of a saved query: its row as it was made. */
const queryFields = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string().nullable(),
  queryText: z.string(),
  chart: z.unknown(),
  tags: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
});

/** The body of a webhook; `action` names the event. Fields may be added to it. */
export const webhookBodySchema = z.discriminatedUnion('action', [
  z.object({ ...common, action: z.literal('user_created'), user: userSchema }),
  z.object({ ...common, action: z.literal('query_created'), query: queryFields, ...about }),
  z.object({ ...common, action: z.literal('batch_created'), batch: batchFields, ...about }),
  z.object({
    ...common,
    action: z.literal('statement_created'),
    statement: statementFields,
    batch: ofBatch,
    ...about,
  }),
  z.object({
    ...common,
    action: z.literal('statement_finished'),
    statement: statementFields,
    batch: ofBatch,
    ...about,
    results: z
      .object({
        rows: resultRowsSchema,
        complete: z.boolean().describe('Whether these are all rows that are stored.'),
      })
      .nullable()
      .optional()
      .describe('Only where webhooks hold results; null when there are none.'),
  }),
  z.object({
    ...common,
    action: z.literal('batch_finished'),
    batch: batchFields,
    ...about,
    statements: z.array(
      statementSchema.pick({
        id: true,
        sequence: true,
        status: true,
        durationMs: true,
        rowCount: true,
        affectedRows: true,
        error: true,
      }),
    ),
  }),
]);

export type WebhookBody = z.infer<typeof webhookBodySchema>;
