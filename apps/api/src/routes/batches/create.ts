import { batchSchema, createBatchSchema, errorBodySchema } from '@sluice/contracts';
import { z } from 'zod';
import { createBatch, type CreateBatchDependencies } from '../../services/batches-create.js';
import { errorResponses, principalOf, sendSnapshot } from '../execution-replies.js';
import type { Scope } from '../../scope.js';

const createHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .describe('A name for this request: sent again within 24 hours, it gives the same batch.'),
});

/** `POST /api/batches` */
export function createRoute(scope: Scope, dependencies: CreateBatchDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/batches',
    schema: {
      summary: 'Run SQL as a batch',
      tags: ['batches'],
      headers: createHeaders,
      body: createBatchSchema,
      response: {
        200: batchSchema,
        409: errorBodySchema.describe('The Idempotency-Key was used for another body.'),
        429: errorBodySchema.describe('Too many batches wait; see Retry-After.'),
        ...errorResponses,
      },
    },
    handler: async (request, reply) => {
      const { body, headers, span } = request;
      const snapshot = await createBatch(dependencies, principalOf(request), body, {
        address: request.ip,
        idempotencyKey: headers['idempotency-key'],
        traceParent: span?.traceParent,
      });
      const { id: batchId, userId } = snapshot;
      const { connectionId } = body;
      span?.set({ 'sluice.batch.id': batchId, 'sluice.connection.id': connectionId });
      request.log.info({ batchId, userId, connectionId }, 'batch accepted');
      sendSnapshot(reply, snapshot);
      return reply;
    },
  });
}
