import { z } from 'zod';

/** How a result is drawn. Which fields a type has is the client's matter: the service keeps them as they are. */
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
      .describe('Columns and options by the name of the field, such as x, y and split.'),
  })
  .meta({
    id: 'Chart',
    description: 'How a result is drawn.',
    examples: [{ chartType: 'line', fields: { x: 'day', y: 'orders', trendline: true } }],
  });

export type Chart = z.infer<typeof chartSchema>;
