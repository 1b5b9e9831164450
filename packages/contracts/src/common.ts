import { z } from 'zod';

/** Any instant in an answer. */
export const timestampSchema = z.iso.datetime().describe('ISO 8601, UTC.');

/** The answer of an action that has nothing to tell. */
export const emptySchema = z
  .object({})
  .meta({ id: 'Empty', description: 'It is done; there is nothing to tell.', examples: [{}] });

/** The id in a path. A malformed one names no item: 404. */
export const idParamsSchema = z.object({ id: z.string().describe('Of the item.') });

/** A whole number, as a number or as digits in a string. Services read it with `Number`. */
export const wholeNumberOrDigits = (max: number) =>
  z.union([
    z.int().min(0).max(max),
    z
      .string()
      .regex(/^\d{1,10}$/, 'must be a whole number')
      .refine((digits) => Number(digits) <= max, `must be at most ${max}`),
  ]);

const wholeNumber = (range: { min: number; max: number }) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.int('must be a whole number').min(range.min).max(range.max),
  );

/** Lists are whole unless a page is asked for. */
export const pageQuerySchema = z.object({
  limit: wholeNumber({ min: 1, max: 100_000 })
    .optional()
    .describe('Most rows of this page; adds a Link header.'),
  offset: wholeNumber({ min: 0, max: 999_999_999 })
    .optional()
    .describe('Rows left out at the start; adds a Link header.'),
});

export type PageQuery = z.infer<typeof pageQuerySchema>;
