import { idParamsSchema } from '@sluice/contracts';
import { notFound } from '@sluice/errors';
import type {} from '@fastify/compress';
import { z } from 'zod';
import { streamBatchEvents } from '../events.js';
import type { SharedReads } from '../../shares/index.js';
import { sharedSnapshot } from '../shared-view.js';
import type { Snapshots } from '../snapshots.js';
import { requireUuid, requireVisible } from '../visibility.js';
import type { BatchWatch } from '../watch.js';
import {
  type AnyReply,
  disconnectSignal,
  ownedResponses,
  principalOf,
  type Scope,
  sendNothing,
} from '../../http/index.js';
import type { ExecutionTiming } from '../timing.js';
import { closeStalled, watchUntil, type LongReplyLimits } from '../../access/index.js';

/** Dependencies of {@link eventsRoute}. */
export interface EventsRouteDependencies {
  snapshots: Snapshots;
  shares: SharedReads;
  watch: BatchWatch;
  limits: LongReplyLimits;
  timing: ExecutionTiming;
}

/** `GET /api/batches/:id/events` */
export function eventsRoute(
  scope: Scope,
  { snapshots, shares, watch, limits, timing }: EventsRouteDependencies,
): void {
  const { credentials, stalledMs } = limits;
  scope.route({
    method: 'GET',
    url: '/api/batches/:id/events',
    exposeHeadRoute: false,
    // Compression would buffer events.
    compress: false,
    schema: {
      summary:
        'Stream a batch as server-sent events: a `batch` event now and after each change, until it is final',
      tags: ['batches'],
      params: idParamsSchema,
      response: {
        200: {
          description: 'The data of each event is a Batch.',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        204: z.null().describe('The reconnecting client already has the final state.'),
        ...ownedResponses,
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const batchId = requireUuid(request.params.id);
      const lastEventId = request.headers['last-event-id'];
      const gone = disconnectSignal(reply);
      const owned = await snapshots.ownerOf(batchId);
      if (owned === null) throw notFound();
      const share = await requireVisible(shares, { ...owned, batchId }, principal);
      const unauthorized = new AbortController();
      const end = () => unauthorized.abort();
      watchUntil(gone, credentials.open(principal, request.credential, end, { share }));
      const stream = await streamBatchEvents({
        watch,
        batchId,
        readFirst: async () => {
          const snapshot = await snapshots.get(batchId);
          if (snapshot === null) throw notFound();
          return snapshot;
        },
        present: share === null ? (snapshot) => snapshot : sharedSnapshot,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
        signal: unauthorized.signal,
        heartbeatMs: timing.heartbeatMs,
        maxDurationMs: timing.maxEventsMs,
      });
      if (stream === null) {
        sendNothing(reply, 204);
        return reply;
      }
      closeStalled(reply, stalledMs);
      sendEvents(reply, stream);
      return reply;
    },
  });
}

const sendEvents = (reply: AnyReply, stream: unknown): AnyReply =>
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'private, no-cache, no-transform')
    // Disables the buffering of nginx.
    .header('x-accel-buffering', 'no')
    // A kept-alive connection would delay the shutdown until it times out.
    .header('connection', 'close')
    .send(stream);
