import { idParamsSchema } from '@sluice/contracts';
import type { ConnectionRepository } from '@sluice/database';
import { z } from 'zod';
import { ownedResponses, principalOf, type Scope } from '../http/index.js';
import { getQuery, type QueryDependencies } from '../queries/index.js';
import { placeholderNames } from './placeholder-names.js';
import { queryDocument } from './query-document.js';

const documentSchema = z.record(z.string(), z.unknown()).meta({
  id: 'OpenApiDocument',
  description: 'An OpenAPI 3.1 document.',
  examples: [{ openapi: '3.1.0', info: { title: 'Orders by day', version: '1.0.0' }, paths: {} }],
});

/** `GET /api/queries/:id/openapi.json` */
export function queryDocumentRoute(
  scope: Scope,
  deps: { queries: QueryDependencies; connections: Pick<ConnectionRepository, 'find'> },
): void {
  scope.route({
    method: 'GET',
    url: '/api/queries/:id/openapi.json',
    schema: {
      summary: 'Get the OpenAPI document of a saved query, with its parameters',
      tags: ['queries'],
      params: idParamsSchema,
      response: { 200: documentSchema, ...ownedResponses },
    },
    handler: async (request) => {
      const { body: query } = await getQuery(deps.queries, principalOf(request), request.params.id);
      const { connectionId, queryText } = query;
      const connection = connectionId === null ? null : await deps.connections.find(connectionId);
      const names = placeholderNames(queryText, connection?.driver ?? null);
      return queryDocument(scope.swagger(), query, names);
    },
  });
}
