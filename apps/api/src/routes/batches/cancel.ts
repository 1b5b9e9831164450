import { batchSchema, idParamsSchema } from '@sluice/contracts';
import { cancelBatch, type CancelDependencies } from '../../services/batches-cancel.js';
import { ownedResponses, sendSnapshot, whoOf } from '../execution-replies.js';
import type { Scope } from '../../scope.js';

/** `PUT /api/batches/:id/cancel` */
export function cancelRoute(scope: Scope, dependencies: CancelDependencies): void {
  scope.route({
    method: 'PUT',
    url: '/api/batches/:id/cancel',
    schema: {
      summary: 'Cancel a batch; a final one is answered unchanged',
      tags: ['batches'],
      params: idParamsSchema,
      response: { 200: batchSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      sendSnapshot(reply, await cancelBatch(dependencies, whoOf(request), request.params.id));
      return reply;
    },
  });
}
