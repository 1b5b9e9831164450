import { batchSchema, createBatchSchema } from '@sluice/contracts';
import { createBatch, type CreateBatchDependencies } from '../../services/batches-create.js';
import { errorResponses, principalOf, sendSnapshot } from '../execution-replies.js';
import type { Scope } from '../../scope.js';

/** `POST /api/batches` */
export function createRoute(scope: Scope, dependencies: CreateBatchDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/batches',
    schema: {
      summary: 'Run SQL as a batch',
      tags: ['batches'],
      body: createBatchSchema,
      response: { 200: batchSchema, ...errorResponses },
    },
    handler: async (request, reply) => {
      const snapshot = await createBatch(dependencies, principalOf(request), request.body);
      sendSnapshot(reply, snapshot);
      return reply;
    },
  });
}
