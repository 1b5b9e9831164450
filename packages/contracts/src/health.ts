import { z } from 'zod';
import { errorBodySchema } from './errors.js';

/** `GET /api/health`: the process answers. */
export const healthSchema = z
  .object({
    status: z.literal('ok'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What is dangerous about the settings of the service.'),
  })
  .meta({ id: 'Health' });

const checksSchema = z.object({
  database: z.boolean(),
  queue: z.boolean(),
  workers: z.boolean().describe('At least one worker lives.'),
  storage: z.boolean().describe('At least one worker has room for results; false: batches wait.'),
});

/** `GET /api/ready`: batches sent here would run. */
export const readySchema = z
  .object({ status: z.literal('ready'), checks: checksSchema })
  .meta({ id: 'Ready' });

/** The 503 answer of `GET /api/ready`. */
export const notReadySchema = z
  .object({ ...errorBodySchema.shape, checks: checksSchema })
  .meta({ id: 'NotReady' });

export type ReadyChecks = z.infer<typeof checksSchema>;
