import { batchSchema, idParamsSchema } from '@sluice/contracts';
import { z } from 'zod';
import { snapshotJson } from '../snapshots.js';
import { requireUuid, visibleSnapshot } from '../visibility.js';
import {
  notModifiedResponse,
  ownedResponses,
  principalOf,
  type Scope,
  sendTagged,
} from '../../http/index.js';
import type { SharedReads } from '../../shares/index.js';
import { waitForClient, waitSeconds, type ClientWaitDependencies } from './wait.js';

const getQuery = z.object({
  wait: waitSeconds
    .optional()
    .describe(
      'Seconds to wait for a version other than the one in If-None-Match; without that header, for the ' +
        'batch to end. After the time: the batch as it is, or 304.',
    ),
});

/** Dependencies of {@link getRoute}. */
export interface GetRouteDependencies extends ClientWaitDependencies {
  shares: SharedReads;
}

/** `GET /api/batches/:id` */
export function getRoute(scope: Scope, { shares, ...dependencies }: GetRouteDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/batches/:id',
    schema: {
      summary: 'Get a batch with its statements',
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
          admit: (found) => visibleSnapshot(shares, found, principal),
        },
      );
      sendTagged(request, reply, snapshot.etag, () => snapshotJson(snapshot));
      return reply;
    },
  });
}
