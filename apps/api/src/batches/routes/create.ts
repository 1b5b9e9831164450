import { batchSchema, createBatchSchema, errorBodySchema } from '@sluice/contracts';
import { AppError } from '@sluice/errors';
import { z } from 'zod';
import { createBatch, type CreateBatchDependencies } from '../create.js';
import type { Snapshot } from '../snapshots.js';
import { errorResponses, principalOf, type Scope } from '../../http/index.js';
import {
  waitForClient,
  waitSeconds,
  type ClientOfWait,
  type ClientWaitDependencies,
} from './wait.js';
import { sendSnapshot } from './replies.js';

const createHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .describe(
      'Idempotency key: a repeated request with the same key and body within 24 hours returns the same batch.',
    ),
});

const createQuery = z.object({
  wait: waitSeconds
    .optional()
    .describe(
      'Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, ' +
        'or when too many clients wait, it is returned as it is.',
    ),
});

/** `POST /api/batches` */
export function createRoute(
  scope: Scope,
  dependencies: CreateBatchDependencies & ClientWaitDependencies,
): void {
  scope.route({
    method: 'POST',
    url: '/api/batches',
    schema: {
      summary: 'Run SQL as a batch',
      tags: ['batches'],
      headers: createHeaders,
      querystring: createQuery,
      body: createBatchSchema,
      response: {
        200: batchSchema,
        409: errorBodySchema.describe('The Idempotency-Key was used with another body.'),
        429: errorBodySchema.describe('Too many waiting batches; see Retry-After.'),
        ...errorResponses,
      },
    },
    handler: async (request, reply) => {
      const { body, headers, span } = request;
      const principal = principalOf(request);
      const waitMs = (request.query.wait ?? 0) * 1000;
      const snapshot = await createBatch(dependencies, principal, body, {
        address: request.ip,
        idempotencyKey: headers['idempotency-key'],
        traceParent: span?.traceParent,
        isDurableLater: waitMs > 0,
      });
      const { id: batchId, userId } = snapshot;
      const { connectionId } = body;
      span?.set({ 'sluice.batch.id': batchId, 'sluice.connection.id': connectionId });
      request.log.info({ batchId, userId, connectionId }, 'batch accepted');
      const client = { principal, request, reply };
      sendSnapshot(
        reply,
        waitMs === 0 ? snapshot : await endOf(dependencies, client, snapshot, waitMs),
      );
      return reply;
    },
  });
}

/**
 * Returns the batch after it has ended, or as it is when waiting fails: the batch is accepted in
 * either case. The write of the end makes the creation durable; without an end, this function
 * flushes. This saves one disk flush for a short batch.
 */
async function endOf(
  dependencies: CreateBatchDependencies & ClientWaitDependencies,
  client: ClientOfWait,
  accepted: Snapshot,
  waitMs: number,
): Promise<Snapshot> {
  const snapshot = await waitForClient(dependencies, client, {
    id: accepted.id,
    ifNoneMatch: undefined,
    waitMs,
    check: () => undefined,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) throw error;
    return accepted;
  });
  if (!snapshot.isFinal) await dependencies.batches.flush();
  return snapshot;
}
