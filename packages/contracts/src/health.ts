import { z } from 'zod';
import { errorBodySchema } from './errors.js';

/** `GET /api/health`: the process responds. */
export const healthSchema = z
  .object({
    status: z.literal('ok').describe('Always ok.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Problems that the operator must fix: risky settings, a full disk.'),
  })
  .meta({
    id: 'Health',
    description: 'The process responds.',
    examples: [
      { status: 'ok', warnings: ['SERVICE_AUTH_DISABLED is true: authentication is disabled'] },
    ],
  });

const checksSchema = z
  .object({
    database: z.boolean().describe('The metadata database responds.'),
    queue: z.boolean().describe('The queue accepts jobs.'),
    databaseSpace: z
      .boolean()
      .describe(
        'The metadata database has disk space for writes; false: requests are rejected with 507.',
      ),
    workers: z.boolean().describe('At least one worker is online.'),
    pools: z
      .boolean()
      .describe('Each worker pool of a connection has an online worker; false: some batches wait.'),
    storage: z
      .boolean()
      .describe('At least one worker has free space for results; false: batches wait.'),
  })
  .describe('State of each dependency.');

const checksExample = {
  database: true,
  databaseSpace: true,
  queue: true,
  workers: true,
  pools: true,
  storage: true,
};

/** `GET /api/ready`: the service can run batches. */
export const readySchema = z
  .object({
    status: z.literal('ready').describe('The service can run batches.'),
    checks: checksSchema,
  })
  .meta({
    id: 'Ready',
    description: 'The service can run batches.',
    examples: [{ status: 'ready', checks: checksExample }],
  });

/** The 503 response of `GET /api/ready`. */
export const notReadySchema = z.object({ ...errorBodySchema.shape, checks: checksSchema }).meta({
  id: 'NotReady',
  description: 'A dependency is unavailable.',
  examples: [
    {
      title: 'Not ready',
      code: 'not_ready',
      detail: 'Start a worker.',
      errors: [{ path: '', message: 'No workers online' }],
      requestId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
      checks: { ...checksExample, workers: false },
    },
  ],
});

/** See {@link checksSchema}. */
export type ReadyChecks = z.infer<typeof checksSchema>;
