import { z } from 'zod';
import { batchStatuses, statementStatuses } from './enums.js';
import { chartSchema } from './charts.js';
import { columnInfoSchema } from './columns.js';
import { timestampSchema } from './common.js';

/** 30 days. */
const MAX_SECONDS = 2_592_000;
const MAX_ROWS = 2_147_483_647;

const batchId = '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22';
const linkExample = {
  id: '01964e1c-1a2b-7d44-8f10-2c6a7e9d4b77',
  batchId,
  hasPassword: true,
  allowDownload: false,
  maxRows: null,
  createdBy: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  expiresAt: '2026-03-08T09:30:00.000Z',
  lastUsedAt: null,
  createdAt: '2026-03-01T09:30:00.000Z',
};

/** A public link to the rows of a batch. */
export const batchLinkSchema = z
  .object({
    id: z.string().describe('ID of the link.'),
    batchId: z.string().describe('ID of the batch.'),
    hasPassword: z.boolean().describe('The link needs a password.'),
    allowDownload: z.boolean().describe('Visitors may download the rows.'),
    maxRows: z
      .int()
      .nullable()
      .describe('Visitors see this many rows of each statement; null: all.'),
    createdBy: z.string().describe('ID of the user who created it.'),
    expiresAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable().describe('Time when it was last opened.'),
    createdAt: timestampSchema,
  })
  .meta({
    id: 'BatchLink',
    description: 'A public link, which shows the rows of a batch to everyone who has it.',
    examples: [linkExample],
  });

/** A new link with its address. */
export const createdBatchLinkSchema = batchLinkSchema
  .extend({
    url: z
      .string()
      .describe('Address of the page. It is shown once: the service stores a hash of its token.'),
  })
  .meta({
    id: 'CreatedBatchLink',
    description: 'A new public link with its address.',
    examples: [
      {
        ...linkExample,
        url: 'https://sql.example.com/share/2nq4Zs0c1T8dVfHk3mWbYxLr7JpQ9uEa6GiOtN5vCyA',
      },
    ],
  });

/** `POST /api/batches/:id/links`. */
export const createBatchLinkSchema = z
  .object({
    expiresInSeconds: z.int().min(1).max(MAX_SECONDS).describe('Lifetime, up to 30 days.'),
    password: z
      .string()
      .min(8)
      .max(128)
      .nullish()
      .describe('Visitors must enter it. Absent or null: the link alone is enough.'),
    allowDownload: z
      .boolean()
      .optional()
      .describe('Visitors may download the rows. Default: false.'),
    maxRows: z
      .int()
      .min(1)
      .max(MAX_ROWS)
      .nullish()
      .describe('Visitors see this many rows of each statement. Absent or null: all.'),
  })
  .meta({
    id: 'CreateBatchLink',
    description: 'A public link to create.',
    examples: [
      { expiresInSeconds: 604_800 },
      {
        expiresInSeconds: 86_400,
        password: 'two words more',
        allowDownload: true,
        maxRows: 1_000,
      },
    ],
  });

/** The IDs in the path of a link. */
export const batchLinkParamsSchema = z.object({
  id: z.string().describe('ID of the batch.'),
  linkId: z.string().describe('ID of the link.'),
});

/** The IDs in the path of rows that a link shows. */
export const linkedRowsParamsSchema = z.object({
  id: z.string().describe('ID of the link.'),
  statementId: z.string().describe('ID of the statement.'),
});

/** `POST /api/links/open`. */
export const openLinkSchema = z
  .object({
    token: z.string().max(255).describe('The last part of the address of the link.'),
    password: z.string().max(128).nullish().describe('The password of the link, if it has one.'),
  })
  .meta({
    id: 'OpenLink',
    description: 'A public link to open.',
    examples: [
      { token: '2nq4Zs0c1T8dVfHk3mWbYxLr7JpQ9uEa6GiOtN5vCyA', password: 'two words more' },
    ],
  });

const linkedStatementSchema = z.object({
  id: z.string().describe('ID of the statement.'),
  sequence: z.int().describe('Position in the batch, from 1.'),
  status: z.enum(statementStatuses).describe('Status of the statement.'),
  columns: z.array(columnInfoSchema).describe('Columns of the rows.'),
  rowCount: z.int().describe('Rows that the link shows.'),
  storedRowCount: z.int().describe('Rows of the result.'),
  incomplete: z.boolean().describe('The result itself was truncated.'),
});

/** A batch as a visitor of a link sees it: no SQL, no connection, no user. */
export const linkedBatchSchema = z
  .object({
    linkId: z.string().describe('ID of the link.'),
    name: z.string().nullable().describe('Name of the batch.'),
    status: z.enum(batchStatuses).describe('Status of the batch.'),
    startTime: timestampSchema.describe('Time when it was submitted.'),
    expiresAt: timestampSchema.describe('Time when the link ends.'),
    allowDownload: z.boolean().describe('Visitors may download the rows.'),
    chart: chartSchema.nullable().describe('The chart of the batch.'),
    statements: z.array(linkedStatementSchema).describe('The statements that returned rows.'),
  })
  .meta({
    id: 'LinkedBatch',
    description: 'A batch as a visitor of a public link sees it.',
    examples: [
      {
        linkId: linkExample.id,
        name: 'Orders by day',
        status: 'finished',
        startTime: '2026-03-01T09:29:58.120Z',
        expiresAt: linkExample.expiresAt,
        allowDownload: false,
        chart: { chartType: 'line', fields: { x: 'day', y: 'orders' } },
        statements: [
          {
            id: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b23',
            sequence: 1,
            status: 'finished',
            columns: [
              {
                name: 'day',
                datatype: 'date',
                min: null,
                max: null,
                maxValueLength: 10,
                maxLineLength: 10,
                dbType: 'date',
              },
            ],
            rowCount: 31,
            storedRowCount: 31,
            incomplete: false,
          },
        ],
      },
    ],
  });

/** See {@link batchLinkSchema}. */
export type BatchLink = z.infer<typeof batchLinkSchema>;
/** See {@link createdBatchLinkSchema}. */
export type CreatedBatchLink = z.infer<typeof createdBatchLinkSchema>;
/** See {@link createBatchLinkSchema}. */
export type CreateBatchLink = z.infer<typeof createBatchLinkSchema>;
/** See {@link openLinkSchema}. */
export type OpenLink = z.infer<typeof openLinkSchema>;
/** See {@link linkedBatchSchema}. */
export type LinkedBatch = z.infer<typeof linkedBatchSchema>;
