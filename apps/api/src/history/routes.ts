import { queryHistoryQuerySchema, queryHistoryRowSchema } from '@sluice/contracts';
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
} from '../http/index.js';
import { filterTextOf } from './filter.js';
import { historyEtag, historyJson, readHistory, type QueryHistoryDependencies } from './service.js';
import { matchesEtag } from '../representation/index.js';

/** `GET /api/query-history`, with at most `maxItems` rows. */
export function registerQueryHistory(
  scope: Scope,
  deps: QueryHistoryDependencies,
  maxItems: number,
): void {
  scope.route({
    method: 'GET',
    url: '/api/query-history',
    schema: {
      summary: 'List the query history, newest first: your own, or that of all users for admins',
      tags: ['history'],
      querystring: queryHistoryQuerySchema,
      response: { 200: z.array(queryHistoryRowSchema), ...notModifiedResponse, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { take = maxItems, skip } = sliceOf(request.query, maxItems);
      const filter = filterTextOf(request.url);
      const found = await readHistory(deps, principalOf(request), filter, { take, skip });
      const rows = sendPage(request, reply, request.query, found, maxItems);
      const etag = historyEtag(rows);
      reply.header('etag', etag);
      if (matchesEtag(request.headers['if-none-match'], etag)) sendNothing(reply, 304);
      else sendJson(reply, await historyJson(deps, rows));
      return reply;
    },
  });
}
