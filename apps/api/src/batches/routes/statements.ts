import { statementSchema, idParamsSchema } from '@sluice/contracts';
import { z } from 'zod';
import { findVisibleBatch, type VisibleBatchDependencies } from '../visibility.js';
import {
  notModifiedResponse,
  ownedResponses,
  principalOf,
  type Scope,
  sendTagged,
} from '../../http/index.js';

/** `GET /api/batches/:id/statements` */
export function statementsRoute(scope: Scope, dependencies: VisibleBatchDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/batches/:id/statements',
    schema: {
      summary: 'List the statements of a batch, in order',
      tags: ['batches'],
      params: idParamsSchema,
      response: { 200: z.array(statementSchema), ...notModifiedResponse, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const snapshot = await findVisibleBatch(
        dependencies,
        principalOf(request),
        request.params.id,
      );
      sendTagged(request, reply, snapshot.etag, () => snapshot.statementsJson);
      return reply;
    },
  });
}
