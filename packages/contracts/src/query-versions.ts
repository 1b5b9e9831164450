import { z } from 'zod';
import { chartSchema } from './charts.js';
import { timestampSchema } from './common.js';
import { queryUserSchema } from './queries.js';
import { queryParameterSchema } from './query-parameters.js';

const head = {
  number: z.int().describe('Number of the version; numbers grow and have gaps.'),
  createdBy: z.string().describe('ID of the author: a user or service token.'),
  createdByUser: queryUserSchema.nullable().describe('Null when the author was deleted.'),
  createdAt: timestampSchema,
  restoredFrom: z
    .int()
    .nullable()
    .describe('Number of the version that was restored; null for a save.'),
  bytes: z.int().describe('Size of the text in UTF-8.'),
};

const sampleHead = {
  number: 3,
  createdBy: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  createdByUser: {
    id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
  },
  createdAt: '2026-03-01T09:45:00.000Z',
  restoredFrom: null,
  bytes: 56,
};

/** A version of a saved query in a list. */
export const queryVersionListItemSchema = z.object(head).meta({
  id: 'QueryVersionListItem',
  description: 'A version of a saved query in a list.',
  examples: [sampleHead],
});

/** A version of a saved query. */
export const queryVersionSchema = z
  .object({
    ...head,
    queryText: z.string().describe('SQL of the version.'),
    parameters: z.array(queryParameterSchema).describe('Definitions of its placeholders.'),
    chart: chartSchema.nullable().describe('Chart settings of its result.'),
  })
  .meta({
    id: 'QueryVersion',
    description: 'The text, parameters and chart of a saved query after a save.',
    examples: [
      {
        ...sampleHead,
        queryText: 'select day, count(*) as orders from orders where day >= {{since}} group by day',
        parameters: [{ name: 'since', type: 'date', required: true }],
        chart: { chartType: 'line', fields: { x: 'day', y: 'orders' } },
      },
    ],
  });

/** The path of a version. A malformed number matches no version: 404. */
export const queryVersionParamsSchema = z.object({
  id: z.string().describe('ID of the query.'),
  number: z.string().describe('Number of the version.'),
});

/** See {@link queryVersionListItemSchema}. */
export type QueryVersionListItem = z.infer<typeof queryVersionListItemSchema>;
/** See {@link queryVersionSchema}. */
export type QueryVersion = z.infer<typeof queryVersionSchema>;
