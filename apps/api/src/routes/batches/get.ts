import { batchSchema, idParamsSchema } from '@sluice/contracts';
import { z } from 'zod';
import { snapshotJson } from '../../services/batches-snapshots.js';
import { requireUuid, requireVisible } from '../../services/batches-visibility.js';
import {
  ownedResponses,
  notModifiedResponse,
  principalOf,
  sendTagged,
} from '../execution-replies.js';
import type { Scope } from '../../scope.js';
import { waitForClient, waitSeconds, type ClientWaitDependencies } from './waiting.js';

const getQuery = z.object({
  wait: waitSeconds
    .optional()
    .describe(
      'Seconds to wait for another version than If-None-Match names; without that header, for the ' +
        "batch's end. When the time is over: the batch as it is, or 304.",
    ),
});

/** `GET /api/batches/:id` */
export function getRoute(scope: Scope, dependencies: ClientWaitDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/batches/:id',
    schema: {
      summary: 'A batch with its statements',
      tags: ['batches'],
      params: idParamsSchema,
      querystring: getQuery,
      response: { 200: batchSchema, ...notModifiedResponse, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const snapshot = await waitForClient(
        dependencies,
        { principal, request, reply },
        {
          id: requireUuid(request.params.id),
          ifNoneMatch: request.headers['if-none-match'],
          waitMs: (request.query.wait ?? 0) * 1000,
          check: ({ userId }) => requireVisible(userId, principal),
        },
      );
      sendTagged(request, reply, snapshot.etag, () => snapshotJson(snapshot));
      return reply;
    },
  });
}
