import { idParamsSchema } from '@sluice/contracts';
import type {} from '@fastify/compress';
import { z } from 'zod';
import { streamBatchEvents } from '../events.js';
import type { Snapshots } from '../snapshots.js';
import { findVisibleBatch, requireUuid } from '../visibility.js';
import type { BatchWatch } from '../watch.js';
import {
  type AnyReply,
  ownedResponses,
  principalOf,
  type Scope,
  sendNothing,
} from '../../http/index.js';
import type { ExecutionTiming } from '../timing.js';
import { closeStalled, type LongReplyLimits } from '../../access/index.js';

/** `GET /api/batches/:id/events` */
export function eventsRoute(
  scope: Scope,
  {
    snapshots,
    watch,
    limits: { credentials, stalledMs },
    timing,
  }: {
    snapshots: Snapshots;
    watch: BatchWatch;
    limits: LongReplyLimits;
    timing: ExecutionTiming;
  },
): void {
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
      const unauthorized = new AbortController();
      const unwatch = credentials.open(principal, request.credential, () => unauthorized.abort());
      reply.raw.once('close', unwatch);
      const stream = await streamBatchEvents({
        watch,
        batchId,
        readFirst: () => findVisibleBatch(snapshots, principal, batchId),
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
