import { batchSchema, idParamsSchema } from '@sluice/contracts';
import type { BatchRepository } from '@sluice/database';
import { cancelBatch } from '../../services/batches-cancel.js';
import type { Snapshots } from '../../services/batches-snapshots.js';
import { ownedResponses, principalOf, sendSnapshot } from '../execution-replies.js';
import type { Scope } from '../../scope.js';

/** `PUT /api/batches/:id/cancel` */
export function cancelRoute(
  scope: Scope,
  dependencies: { batches: BatchRepository; snapshots: Snapshots },
): void {
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
      sendSnapshot(reply, await cancelBatch(dependencies, principalOf(request), request.params.id));
      return reply;
    },
  });
}
