import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';
import { batchStatuses } from './enums.js';

/** A batch in the query history. The order of the fields is part of the contract. */
export const queryHistoryRowSchema = z
  .object({
    id: z.string().describe('ID of the batch.'),
    connectionId: z.string().describe('ID of its connection.'),
    connectionName: z.string().nullable().describe('Null when the connection was deleted.'),
    userId: z.string().describe('ID of the user or service token.'),
    userEmail: z
      .string()
      .nullable()
      .describe('Email address of the user or name of the service token; null when deleted.'),
    status: z.enum(batchStatuses).describe('Status. Every status except started is final.'),
    startTime: timestampSchema,
    stopTime: timestampSchema.nullable().describe('Time when it ended; null until then.'),
    durationMs: z.int().nullable().describe('Milliseconds from startTime to stopTime.'),
    queryId: z.string().nullable().describe('ID of its saved query.'),
    queryName: z.string().nullable().describe('Name of the query when the batch was submitted.'),
    queryText: z.string().describe('The executed text: the selection, or else the whole text.'),
    incomplete: z
      .boolean()
      .nullable()
      .describe('A result was truncated; null until a statement finishes.'),
    rowCount: z
      .int()
      .nullable()
      .describe('Rows of all finished statements; null when no statement returned rows.'),
    parameters: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Values of the placeholders by name; null without placeholders.'),
  })
  .meta({
    id: 'QueryHistoryRow',
    description: 'A batch in the query history.',
    examples: [
      {
        id: '019a1c52-0000-7000-8000-00000000000b',
        connectionId: 'sales',
        connectionName: 'Sales',
        userId: '019a1c52-0000-7000-8000-000000000001',
        userEmail: 'ann@example.com',
        status: 'finished',
        startTime: '2026-11-22T09:30:00.000Z',
        stopTime: '2026-11-22T09:30:01.250Z',
        durationMs: 1250,
        queryId: '019a1c52-0000-7000-8000-00000000000a',
        queryName: 'Orders by day',
        queryText: 'select day, count(*) as orders from orders where day >= {{since}} group by day',
        incomplete: false,
        rowCount: 365,
        parameters: { since: '2026-01-01' },
      },
    ],
  });

/** Query parameters of the query history. */
export const queryHistoryQuerySchema = pageQuerySchema.extend({
  filter: z
    .string()
    .max(10_000)
    .optional()
    .describe(
      'Conditions `field|operator|value`, separated by commas; all must match. Values are percent-encoded. ' +
        'Operators: contains, like, regex, eq, ne for texts; lt, gt, eq, ne for durationMs and rowCount; ' +
        'before, after for startTime and stopTime; eq, ne for incomplete.',
    )
    .meta({ example: 'status|eq|error,queryText|contains|orders%2C' }),
});

/** See {@link queryHistoryRowSchema}. */
export type QueryHistoryRow = z.infer<typeof queryHistoryRowSchema>;
