import { z } from 'zod';

/** A time in a response. */
export const timestampSchema = z.iso.datetime().describe('ISO 8601, UTC.');

/** The response of an action without a result. */
export const emptySchema = z
  .object({})
  .meta({ id: 'Empty', description: 'The action succeeded and has no result.', examples: [{}] });

/** The ID in a path. A malformed ID matches no item: 404. */
export const idParamsSchema = z.object({ id: z.string().describe('ID of the item.') });

/** A whole number, as a number or as a string of digits. Services convert it with `Number`. */
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

/** Query of a list. Without it the whole list is returned. */
export const pageQuerySchema = z.object({
  limit: wholeNumber({ min: 1, max: 100_000 })
    .optional()
    .describe('Maximum rows of the page. Adds a Link header.'),
  offset: wholeNumber({ min: 0, max: 999_999_999 })
    .optional()
    .describe('Rows to skip. Adds a Link header.'),
});

/** See {@link pageQuerySchema}. */
/** See {@link pageQuerySchema}. */
export type PageQuery = z.infer<typeof pageQuerySchema>;
