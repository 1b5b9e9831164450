import { z } from 'zod';
import { batchSchema, resultRowsSchema, statementSchema } from './batches.js';
import { timestampSchema } from './common.js';

const common = {
  id: z.uuid().describe('ID of the event; the same at each try, for deduplication.'),
  createdAt: timestampSchema.describe('Time of the event.'),
  publicUrl: z.string().nullable().describe('Public URL of the service.'),
};

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.string(),
});

const about = {
  user: userSchema.nullable().describe('Null when the user was deleted.'),
  connection: z
    .object({ id: z.string(), name: z.string(), driver: z.string() })
    .nullable()
    .describe('Null when the connection was deleted.'),
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

/** A saved query as created. */
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

/** The body of a webhook. `action` is the name of the event. New fields may be added. */
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
        complete: z.boolean().describe('Whether `rows` contains all stored rows.'),
      })
      .nullable()
      .optional()
      .describe('Present when webhooks include results; null when the statement has none.'),
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

/** See {@link webhookBodySchema}. */
/** See {@link webhookBodySchema}. */
export type WebhookBody = z.infer<typeof webhookBodySchema>;
