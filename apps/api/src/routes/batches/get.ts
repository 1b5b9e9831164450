import { batchSchema, idParamsSchema } from '@sluice/contracts';
import { AppError, unauthorized } from '@sluice/errors';
import { z } from 'zod';
import { snapshotJson } from '../../services/batches-snapshots.js';
import { requireUuid, requireVisible } from '../../services/batches-visibility.js';
import type { CredentialWatch } from '../../services/credential-watch.js';
import { waitForBatch, type WaitDependencies } from '../../services/batches-wait.js';
import {
  ownedResponses,
  goneSignal,
  notModifiedResponse,
  principalOf,
  sendTagged,
} from '../execution-replies.js';
import type { Scope } from '../../scope.js';

const maxWaitSeconds = 50;

const waitSeconds = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,9})?$/, 'must be a number of seconds')
  .transform(Number)
  .refine((seconds) => seconds <= maxWaitSeconds, `must be at most ${maxWaitSeconds} seconds`);

const getQuery = z.object({
  wait: waitSeconds
    .optional()
    .describe(
      'Seconds to wait for another version than If-None-Match names; without that header, for the ' +
        "batch's end. When the time is over: the batch as it is, or 304.",
    ),
});

/** `GET /api/batches/:id` */
export function getRoute(
  scope: Scope,
  { credentials, ...dependencies }: WaitDependencies & { credentials: CredentialWatch },
): void {
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
      const waiting = new AbortController();
      const unwatch = credentials.open(principal, request.credential, () => {
        waiting.abort(unauthorized());
      });
      const snapshot = await waitForBatch(dependencies, {
        id: requireUuid(request.params.id),
        ifNoneMatch: request.headers['if-none-match'],
        waitMs: (request.query.wait ?? 0) * 1000,
        signal: goneSignal(reply, waiting),
        check: ({ userId }) => requireVisible(userId, principal),
      }).finally(unwatch);
      if (waiting.signal.reason instanceof AppError) throw waiting.signal.reason;
      sendTagged(request, reply, snapshot.etag, () => snapshotJson(snapshot));
      return reply;
    },
  });
}
