import { batchSchema, idParamsSchema } from '@sluice/contracts';
import { cancelBatch, type CancelDependencies } from '../cancel.js';
import { ownedResponses, type Scope } from '../../http/index.js';
import { auditContextOf } from '../../audit/index.js';
import { sendSnapshot } from './replies.js';

/** `PUT /api/batches/:id/cancel` */
export function cancelRoute(scope: Scope, dependencies: CancelDependencies): void {
  scope.route({
    method: 'PUT',
    url: '/api/batches/:id/cancel',
    schema: {
      summary: 'Cancel a batch. A final batch is returned unchanged.',
      tags: ['batches'],
      params: idParamsSchema,
      response: { 200: batchSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      sendSnapshot(
        reply,
        await cancelBatch(dependencies, auditContextOf(request), request.params.id),
      );
      return reply;
    },
  });
}
