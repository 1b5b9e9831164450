import { batchListItemSchema, batchStatuses, pageQuerySchema } from '@sluice/contracts';
import type { BatchReads } from '@sluice/database';
import { z } from 'zod';
import {
  errorResponses,
  notModifiedResponse,
  principalOf,
  type Scope,
  sendJson,
  sendNothing,
  sendPage,
  sliceOf,
} from '../../http/index.js';
import { onlyConnectionsOf } from '../../identity/principal/index.js';
import type { SharedReads } from '../../shares/index.js';
import { batchList } from '../list.js';
import { matchesEtag } from '../../representation/index.js';

const listQuery = pageQuerySchema.extend({
  queryId: z
    .string()
    .optional()
    .describe('Only batches of this query; `null`: batches without a query.'),
  status: z
    .enum(batchStatuses)
    .optional()
    .describe('Only batches with this status; `started`: those that have not ended.'),
  includeStatements: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true` includes the statements of each batch.'),
  sharedWithMe: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true` lists the batches of other users that are shared with you instead.'),
});

/** `GET /api/batches` */
export function listRoute(
  scope: Scope,
  { reads, shares, maxItems }: { reads: BatchReads; shares: SharedReads; maxItems: number },
): void {
  scope.route({
    method: 'GET',
    url: '/api/batches',
    schema: {
      summary: 'List your own batches, or those shared with you, newest first',
      tags: ['batches'],
      querystring: listQuery,
      response: { 200: z.array(batchListItemSchema), ...notModifiedResponse, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { queryId, status } = request.query;
      const includeStatements = request.query.includeStatements === 'true';
      const { take = maxItems, skip } = sliceOf(request.query, maxItems);
      const isShared = request.query.sharedWithMe === 'true';
      const principal = principalOf(request);
      const found = await reads.page({
        userId: principal.id,
        shared: isShared ? { tenantPath: shares.tenantPath } : undefined,
        connectionIds: onlyConnectionsOf(principal),
        queryId: queryId === 'null' ? null : queryId,
        status,
        includeStatements,
        take,
        skip,
      });
      const listed = sendPage(request, reply, request.query, found, maxItems);
      const { etag, read } = batchList(listed, {
        reads,
        principal,
        includeStatements,
        shares: isShared ? shares : undefined,
      });
      reply.header('etag', etag);
      if (matchesEtag(request.headers['if-none-match'], etag)) sendNothing(reply, 304);
      else sendJson(reply, await read());
      return reply;
    },
  });
}
