import { statementSchema, idParamsSchema } from '@sluice/contracts';
import { z } from 'zod';
import type { Snapshots } from '../../services/batches-snapshots.js';
import { findVisibleBatch } from '../../services/batches-visibility.js';
import {
  ownedResponses,
  notModifiedResponse,
  principalOf,
  sendTagged,
} from '../execution-replies.js';
import type { Scope } from '../../scope.js';

/** `GET /api/batches/:id/statements` */
export function statementsRoute(scope: Scope, { snapshots }: { snapshots: Snapshots }): void {
  scope.route({
    method: 'GET',
    url: '/api/batches/:id/statements',
    schema: {
      summary: 'The statements of a batch, in order',
      tags: ['batches'],
      params: idParamsSchema,
      response: { 200: z.array(statementSchema), ...notModifiedResponse, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const snapshot = await findVisibleBatch(snapshots, principalOf(request), request.params.id);
      sendTagged(request, reply, snapshot.etag, () => snapshot.statementsJson);
      return reply;
    },
  });
}
