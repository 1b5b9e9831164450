import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';
import { batchStatuses } from './enums.js';

/** A batch in the history. The order of the fields is part of the contract. */
export const queryHistoryRowSchema = z
  .object({
    id: z.string().describe("The batch's id."),
    connectionId: z.string().describe('The connection that it ran on.'),
    connectionName: z.string().nullable().describe('Null when the connection is gone.'),
    userId: z.string().describe('Who ran it: a user or a service token.'),
    userEmail: z
      .string()
      .nullable()
      .describe("A service token's name where it is one; null when the user is gone."),
    status: z.enum(batchStatuses).describe('Every one but started is final.'),
    startTime: timestampSchema,
    stopTime: timestampSchema.nullable().describe('Null until it ends.'),
    durationMs: z.int().nullable().describe('stopTime less startTime.'),
    queryId: z.string().nullable().describe('The saved query that it is of.'),
    queryName: z.string().nullable().describe('Name of the query when it was run.'),
    queryText: z.string().describe('The text that was run: the selection, where there was one.'),
    incomplete: z
      .boolean()
      .nullable()
      .describe('A statement left rows out; null while none has finished.'),
    rowCount: z
      .int()
      .nullable()
      .describe('Rows of all statements that finished; null when none of them gives rows.'),
  })
  .meta({
    id: 'QueryHistoryRow',
    description: 'A batch in the history.',
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
        queryText: 'select day, count(*) as orders from orders group by day',
        incomplete: false,
        rowCount: 365,
      },
    ],
  });

/** Query of the history. */
export const queryHistoryQuerySchema = pageQuerySchema.extend({
  filter: z
    .string()
    .max(10_000)
    .optional()
    .describe(
      'Clauses `field|operator|value` with commas between them; all must hold. Values are percent-encoded. ' +
        'Operators: contains, like, regex, eq, ne for texts; lt, gt, eq, ne for durationMs and rowCount; ' +
        'before, after for startTime and stopTime; eq, ne for incomplete.',
    )
    .meta({ example: 'status|eq|error,queryText|contains|orders%2C' }),
});

export type QueryHistoryRow = z.infer<typeof queryHistoryRowSchema>;
