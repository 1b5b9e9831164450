import { z } from 'zod';
import { errorBodySchema } from './errors.js';

/** `GET /api/health`: the process answers. */
export const healthSchema = z
  .object({
    status: z.literal('ok').describe('Always ok: it answers.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What an operator must act on: dangerous settings, a full disk.'),
  })
  .meta({
    id: 'Health',
    description: 'The process answers.',
    examples: [{ status: 'ok', warnings: ['SERVICE_AUTH_DISABLED: anyone may use the service'] }],
  });

const checksSchema = z
  .object({
    database: z.boolean().describe("The service's own database answers."),
    queue: z.boolean().describe('Jobs can be added.'),
    databaseSpace: z
      .boolean()
      .describe("The service's own database has disk space for writes; false: requests get 507."),
    workers: z.boolean().describe('At least one worker lives.'),
    pools: z
      .boolean()
      .describe('Each worker pool of a connection has a worker; false: batches of some wait.'),
    storage: z.boolean().describe('At least one worker has room for results; false: batches wait.'),
  })
  .describe('What the service needs, and whether it is there.');

const checksExample = {
  database: true,
  databaseSpace: true,
  queue: true,
  workers: true,
  pools: true,
  storage: true,
};

/** `GET /api/ready`: batches sent here would run. */
export const readySchema = z
  .object({
    status: z.literal('ready').describe('Batches sent here would run.'),
    checks: checksSchema,
  })
  .meta({
    id: 'Ready',
    description: 'Batches sent here would run.',
    examples: [{ status: 'ready', checks: checksExample }],
  });

/** The 503 answer of `GET /api/ready`. */
export const notReadySchema = z.object({ ...errorBodySchema.shape, checks: checksSchema }).meta({
  id: 'NotReady',
  description: 'Something that the service needs is away.',
  examples: [
    {
      title: 'Not ready',
      code: 'not_ready',
      detail: 'More to act on',
      errors: [{ path: '', message: 'No worker lives' }],
      requestId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
      checks: { ...checksExample, workers: false },
    },
  ],
});

export type ReadyChecks = z.infer<typeof checksSchema>;
