import { idParamsSchema, tableDetailQuerySchema, tableDetailSchema } from '@sluice/contracts';
import { ownedResponses, principalOf, type Scope } from '../http/index.js';
import { sendStored } from './send-stored.js';
import type { Schemas } from './service.js';

/** `GET /api/connections/:id/tables/detail`, for principals with access to the connection. */
export function registerTableDetail(scope: Scope, schemas: Schemas): void {
  scope.route({
    method: 'GET',
    url: '/api/connections/:id/tables/detail',
    schema: {
      summary: 'Get keys, indexes, row estimate and DDL of a table; cached for a minute',
      tags: ['schema'],
      params: idParamsSchema,
      querystring: tableDetailQuerySchema,
      response: { 200: tableDetailSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { schema, table: name, reload } = request.query;
      const table = { schema: schema ?? null, name };
      const body = await schemas.readTable(principalOf(request), id, table, reload === 'true');
      await sendStored(request, reply, body);
      return reply;
    },
  });
}
