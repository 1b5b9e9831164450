import { z } from 'zod';

/** The body of every 4xx and 5xx answer. */
export const errorBodySchema = z
  .object({
    title: z.string().describe('Fit for a person.'),
    code: z.string().optional().describe('Stable, lower_snake.'),
    detail: z.string().optional(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('The fields at fault.'),
    requestId: z.string().optional().describe('Finds the cause in the log; on 500 answers.'),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBodySchema>;
