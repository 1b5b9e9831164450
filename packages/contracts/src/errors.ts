import { z } from 'zod';

/** The body of every 4xx and 5xx answer. */
export const errorBodySchema = z
  .object({
    title: z.string().describe('Fit for a person.'),
    code: z.string().optional().describe('Stable, lower_snake.'),
    detail: z.string().optional().describe('More to act on, when there is more.'),
    errors: z
      .array(
        z.object({
          path: z.string().describe('Inside the body or the query; empty for the whole.'),
          message: z.string().describe('What is wrong with it.'),
        }),
      )
      .optional()
      .describe('The fields at fault.'),
    requestId: z.string().optional().describe('Finds the cause in the log; on 500 answers.'),
  })
  .meta({
    id: 'Error',
    description: 'The body of every answer from 400 on; docs/errors.md lists the codes.',
    examples: [
      {
        title: '"connectionId" is required',
        code: 'bad_request',
        errors: [{ path: 'connectionId', message: 'is required' }],
      },
      {
        title: 'Internal Server Error',
        code: 'internal',
        detail: 'More to act on',
        requestId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
      },
    ],
  });

export type ErrorBody = z.infer<typeof errorBodySchema>;
