import { z } from 'zod';

/** Comparison operators of a filter. */
export const viewOperators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'between',
  'in',
  'contains',
  'startsWith',
  'isNull',
  'isNotNull',
] as const;

/** Aggregate functions of a view. */
export const viewFunctions = [
  'count',
  'nulls',
  'countDistinct',
  'min',
  'max',
  'sum',
  'avg',
  'median',
] as const;

/** Maximum rows, values or groups of one response. */
export const maxViewLimit = 10_000;
/** Maximum rows or groups of a sample. */
export const maxViewSample = 100_000;
/** Maximum entries of `sort`, `aggregates` and `groupBy`, and of filters. */
export const maxViewTerms = 32;
const maxListValues = 1_000;
const maxTextLength = 10_000;

const column = z
  .int()
  .min(0)
  .max(1_000_000)
  .describe('Position of the column in the result, from 0.');

const value = z
  .union([z.string().max(maxTextLength), z.number(), z.boolean()])
  .describe(
    'A value in the form of the stored result. Numbers may be strings, so that no digit is lost.',
  );

const ignoreCase = (byDefault: boolean) =>
  z
    .boolean()
    .optional()
    .describe(`Ignores upper and lower case; default ${String(byDefault)}.`);

const sortSchema = z.strictObject({
  column: column.optional(),
  aggregate: z
    .int()
    .min(0)
    .max(maxViewTerms)
    .optional()
    .describe('Position in `aggregates`, instead of `column`; needs `groupBy`.'),
  stored: z
    .literal(true)
    .optional()
    .describe('The stored order, instead of `column`; of a group, that of its first row.'),
  descending: z.boolean().optional().describe('Default false.'),
  nulls: z
    .enum(['first', 'last'])
    .optional()
    .describe('Place of nulls; default `last` in ascending and `first` in descending order.'),
});

const filterSchema = z.strictObject({
  column,
  operator: z.enum(viewOperators).describe('Rows with null match only `isNull`.'),
  value: value.optional(),
  values: z
    .array(value)
    .max(maxListValues)
    .optional()
    .describe('The two bounds of `between`, or the list of `in`.'),
  ignoreCase: ignoreCase(false),
});

const aggregateSchema = z.strictObject({
  function: z
    .enum(viewFunctions)
    .describe('`sum`, `avg` and `median` need a number column. All but `nulls` ignore nulls.'),
  column: column.optional().describe('Required except for `count`, which then counts rows.'),
});

/** `POST /api/statements/:id/view`. */
export const viewRequestSchema = z
  .strictObject({
    sort: z
      .array(sortSchema)
      .max(maxViewTerms)
      .optional()
      .describe('Order of the rows or groups. Ties keep the stored order.'),
    filters: z
      .array(filterSchema)
      .max(maxViewTerms)
      .optional()
      .describe('Conditions that each row must meet.'),
    search: z
      .strictObject({
        text: z.string().min(1).max(maxTextLength).describe('Text to find in any column.'),
        ignoreCase: ignoreCase(true),
      })
      .optional()
      .describe('Keeps rows with this text in any column.'),
    distinct: z
      .strictObject({
        column,
        order: z
          .enum(['count', 'value'])
          .optional()
          .describe('`count` (default) starts with the most frequent value.'),
      })
      .optional()
      .describe('Returns the distinct values of a column instead of rows.'),
    groupBy: z
      .array(column)
      .min(1)
      .max(maxViewTerms)
      .optional()
      .describe('Returns groups instead of rows.'),
    aggregates: z
      .array(aggregateSchema)
      .max(maxViewTerms)
      .optional()
      .describe('Calculated over all matching rows, or over each group.'),
    columns: z
      .array(column)
      .min(1)
      .max(maxViewTerms)
      .optional()
      .describe('Columns of the returned rows, in this order; default all.'),
    sample: z
      .int()
      .min(2)
      .max(maxViewSample)
      .optional()
      .describe(
        'Keeps this many rows or groups, evenly spaced in their order, with the first and the last one. `offset` and `limit` then page through the sample.',
      ),
    offset: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Rows, values or groups to skip; default 0.'),
    limit: z
      .int()
      .min(0)
      .max(maxViewLimit)
      .optional()
      .describe('Maximum rows, values or groups; default 100.'),
  })
  .meta({
    id: 'ViewRequest',
    description: 'Sort, filter, search and aggregate all rows of a stored result.',
    examples: [
      {
        sort: [{ column: 2, descending: true, nulls: 'last' }],
        filters: [{ column: 0, operator: '>=', value: 100 }],
        offset: 0,
        limit: 100,
      },
      {
        filters: [{ column: 1, operator: 'in', values: ['Berlin', 'Rome'], ignoreCase: true }],
        search: { text: 'ab', ignoreCase: false },
        groupBy: [1],
        aggregates: [{ function: 'sum', column: 2 }],
        sort: [{ aggregate: 0, descending: true }],
      },
      { distinct: { column: 1, order: 'value' } },
      { columns: [0, 2], sort: [{ stored: true, descending: true }], sample: 1_000, limit: 1_000 },
    ],
  });

const cell = z.unknown().describe('A value exactly as stored.');

/** The answer of a view. */
export const viewSchema = z
  .object({
    rowCount: z.int().describe('Rows of the stored result.'),
    total: z.int().describe('Rows that match the filters and the search.'),
    rows: z
      .array(z.array(cell))
      .optional()
      .describe(
        'The rows as stored. A page ends early when its rows exceed 4 MiB: continue after the last row.',
      ),
    rowNumbers: z
      .array(z.int())
      .optional()
      .describe('Position of each row in the stored result, from 0.'),
    aggregates: z
      .array(cell)
      .optional()
      .describe('One value for each requested aggregate, without `groupBy`.'),
    distinct: z
      .object({
        total: z.int().describe('Distinct values, null included.'),
        values: z
          .array(
            z.object({ value: cell, count: z.int().describe('Matching rows with this value.') }),
          )
          .describe('The page of values.'),
      })
      .optional()
      .describe('For `distinct`.'),
    groups: z
      .object({
        total: z.int().describe('Groups.'),
        rows: z
          .array(
            z.object({
              key: z.array(cell).describe('One value for each column of `groupBy`.'),
              values: z.array(cell).describe('One value for each aggregate.'),
            }),
          )
          .describe('The page of groups.'),
      })
      .optional()
      .describe('For `groupBy`.'),
  })
  .meta({
    id: 'View',
    description: 'A part of a sorted, filtered or aggregated result.',
    examples: [
      { rowCount: 3, total: 1, rows: [[2, 'b']], rowNumbers: [1], aggregates: [2] },
      { rowCount: 3, total: 3, distinct: { total: 2, values: [{ value: 'b', count: 2 }] } },
      { rowCount: 3, total: 3, groups: { total: 2, rows: [{ key: ['b'], values: [5] }] } },
    ],
  });

/** See {@link viewRequestSchema}. */
export type ViewRequest = z.infer<typeof viewRequestSchema>;
/** See {@link viewSchema}. */
export type View = z.infer<typeof viewSchema>;
/** See {@link viewOperators}. */
export type ViewOperator = (typeof viewOperators)[number];
/** See {@link viewFunctions}. */
export type ViewFunction = (typeof viewFunctions)[number];
