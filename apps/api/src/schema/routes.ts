import {
  connectionSchemaSchema,
  idParamsSchema,
  schemaInfoSchema,
  schemaQuerySchema,
  type ConnectionSchema,
} from '@sluice/contracts';
import { ownedResponses, principalOf, type Scope } from '../http/index.js';
import { toSchemaInfo } from './schema-info.js';
import { sendStored, textOfStored } from './send-stored.js';
import type { Schemas } from './service.js';
import { registerTableDetail } from './table-routes.js';

/** 2026-11-21, in the format of RFC 9745: the endpoint was deprecated from the beginning. */
const DEPRECATED_SINCE = 1_795_219_200;

/** The routes of schemas and tables, for principals with access to the connection. */
export function registerSchema(scope: Scope, schemas: Schemas): void {
  scope.route({
    method: 'GET',
    url: '/api/connections/:id/schema',
    schema: {
      summary: 'Get schemas, tables and columns; cached unless reload=true',
      tags: ['schema'],
      params: idParamsSchema,
      querystring: schemaQuerySchema,
      response: { 200: connectionSchemaSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const reload = request.query.reload === 'true';
      const stored = await schemas.read(principalOf(request), id, reload);
      await sendStored(request, reply, stored);
      return reply;
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/schema-info/:id',
    schema: {
      summary: 'Get the schema in its deprecated form; use /api/connections/{id}/schema',
      tags: ['schema'],
      deprecated: true,
      params: idParamsSchema,
      querystring: schemaQuerySchema,
      response: { 200: schemaInfoSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const reload = request.query.reload === 'true';
      const stored = await schemas.read(principalOf(request), id, reload);
      const api = request.url.replace(/\/schema-info\/.*$/, '');
      reply.header('deprecation', `@${DEPRECATED_SINCE}`);
      reply.header(
        'link',
        `<${api}/connections/${encodeURIComponent(id)}/schema>; rel="successor-version", ` +
          `<${api}/docs>; rel="deprecation"; type="text/html"`,
      );
      const text = (await textOfStored(stored)).toString('utf8');
      return toSchemaInfo(JSON.parse(text) as ConnectionSchema);
    },
  });
  registerTableDetail(scope, schemas);
}
