import { z } from 'zod';

/** Kinds of differences between two results. */
export const rowChanges = ['added', 'removed', 'changed'] as const;

/** Maximum rows of one response of a comparison. */
export const maxCompareLimit = 1_000;
const maxKeyColumns = 32;

/** `POST /api/statements/:id/compare`. */
export const compareRequestSchema = z
  .strictObject({
    before: z
      .string()
      .min(1)
      .max(255)
      .describe('ID of the statement to compare with. It has the same columns.'),
    keys: z
      .array(z.int().min(0).max(1_000_000))
      .max(maxKeyColumns)
      .optional()
      .describe(
        'Positions of the columns that identify a row, from 0. Without them whole rows are compared, and no row is `changed`.',
      ),
    change: z.enum(rowChanges).optional().describe('Returns only rows of this kind.'),
    offset: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Rows to skip; default 0.'),
    limit: z.int().min(0).max(maxCompareLimit).optional().describe('Maximum rows; default 100.'),
  })
  .meta({
    id: 'CompareRequest',
    description: 'Compare all rows of two stored results.',
    examples: [
      {
        before: '01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33',
        keys: [0],
        change: 'changed',
        offset: 0,
        limit: 100,
      },
    ],
  });

const row = z.array(z.unknown().describe('A value exactly as stored.'));

/** The answer of a comparison. */
export const comparisonSchema = z
  .object({
    beforeCount: z.int().describe('Rows of the statement in `before`.'),
    afterCount: z.int().describe('Rows of the statement of the path.'),
    added: z.int().describe('Rows whose key is only in the later result.'),
    removed: z.int().describe('Rows whose key is only in the earlier result.'),
    changed: z.int().describe('Rows with the same key and another value.'),
    unchanged: z.int().describe('Equal rows.'),
    repeatedKeys: z
      .int()
      .describe(
        'Rows of both results that repeat the key of an earlier row of their result. They are matched in stored order.',
      ),
    total: z.int().describe('Rows of the requested kind of change.'),
    rows: z
      .array(
        z.object({
          change: z.enum(rowChanges).describe('How the row differs.'),
          before: row.optional().describe('The earlier row; missing for `added`.'),
          after: row.optional().describe('The later row; missing for `removed`.'),
          columns: z
            .array(z.int())
            .optional()
            .describe('For `changed`: positions of the columns whose values differ.'),
        }),
      )
      .describe(
        'The page, in the order of the later result. It ends early when its rows exceed 4 MiB: continue after the last row.',
      ),
  })
  .meta({
    id: 'Comparison',
    description: 'Differences between two stored results.',
    examples: [
      {
        beforeCount: 2,
        afterCount: 2,
        added: 0,
        removed: 0,
        changed: 1,
        unchanged: 1,
        repeatedKeys: 0,
        total: 1,
        rows: [{ change: 'changed', before: [1, 'a'], after: [1, 'b'], columns: [1] }],
      },
    ],
  });

/** See {@link compareRequestSchema}. */
export type CompareRequest = z.infer<typeof compareRequestSchema>;
/** See {@link comparisonSchema}. */
export type Comparison = z.infer<typeof comparisonSchema>;
/** See {@link rowChanges}. */
export type RowChange = (typeof rowChanges)[number];
