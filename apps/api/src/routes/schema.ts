import {
  connectionSchemaSchema,
  idParamsSchema,
  schemaInfoSchema,
  schemaQuerySchema,
  type ConnectionSchema,
} from '@sluice/contracts';
import type { Scope } from '../scope.js';
import { toSchemaInfo } from '../services/schema-info.js';
import type { Schemas } from '../services/schemas.js';
import { errorResponses, principalOf, sendJson } from './execution-replies.js';

/** `GET /api/connections/:id/schema` and its deprecated form, for those with access. */
export function registerSchema(scope: Scope, schemas: Schemas): void {
  scope.route({
    method: 'GET',
    url: '/api/connections/:id/schema',
    schema: {
      summary: 'Schemas, tables and columns; cached unless reload=true',
      tags: ['schema'],
      params: idParamsSchema,
      querystring: schemaQuerySchema,
      response: { 200: connectionSchemaSchema, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const reload = request.query.reload === 'true';
      const { body, etag } = await schemas.read(principalOf(request), id, reload);
      // As it is stored: a schema of 10,000 tables costs no parsing.
      sendJson(reply.header('etag', etag), body);
      return reply;
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/schema-info/:id',
    schema: {
      summary: 'The schema in its older form',
      tags: ['schema'],
      deprecated: true,
      params: idParamsSchema,
      querystring: schemaQuerySchema,
      response: { 200: schemaInfoSchema, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const reload = request.query.reload === 'true';
      const { body } = await schemas.read(principalOf(request), id, reload);
      reply.header('deprecation', 'true');
      reply.header(
        'link',
        `<${request.url.replace(/\/schema-info\/.*$/, '')}/connections/${encodeURIComponent(id)}/schema>; rel="successor-version"`,
      );
      return toSchemaInfo(JSON.parse(body) as ConnectionSchema);
    },
  });
}
