import { z } from 'zod';

/** Chart settings of a result. The service stores the fields of a chart type without interpreting them. */
export const chartSchema = z
  .object({
    chartType: z
      .string()
      .max(64)
      .describe(
        'line, bar, verticalbar, bubble, stacked-bar-vertical, stacked-bar-horizontal, area, pie, heatmap or bignumber.',
      ),
    fields: z
      .record(z.string().max(64), z.union([z.string().max(1024), z.boolean()]))
      .refine((fields) => Object.keys(fields).length <= 100, 'may have at most 100 fields')
      .describe('Columns and options by field, such as x, y and split.'),
  })
  .meta({
    id: 'Chart',
    description: 'Chart settings of a result.',
    examples: [{ chartType: 'line', fields: { x: 'day', y: 'orders', trendline: true } }],
  });

/** See {@link chartSchema}. */
export type Chart = z.infer<typeof chartSchema>;
