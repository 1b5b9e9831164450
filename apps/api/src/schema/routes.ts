import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import {
  connectionSchemaSchema,
  idParamsSchema,
  schemaInfoSchema,
  schemaQuerySchema,
  type ConnectionSchema,
} from '@sluice/contracts';
import { ownedResponses, principalOf, type Scope, sendJson } from '../http/index.js';
import { toSchemaInfo } from './schema-info.js';
import type { Schemas } from './service.js';

const gunzip = promisify(unzip);

/** Whether a client takes gzip: named, or meant by `*`, and not with a quality of zero. */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => /^\s*(?:gzip|\*)\s*(?:;|$)/i.test(each) && !/;\s*q=0(?:\.0*)?\s*$/i.test(each));

/** 2026-11-21, as RFC 9745 writes it: the older form was never anything else here. */
const deprecatedSince = 1_795_219_200;

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
      response: { 200: connectionSchemaSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const reload = request.query.reload === 'true';
      const { body, etag } = await schemas.read(principalOf(request), id, reload);
      // As it is stored: a schema of 10,000 tables costs no parsing and no compressing.
      reply.header('etag', etag).header('vary', 'accept-encoding');
      if (acceptsGzip(request.headers['accept-encoding'])) {
        sendJson(reply.header('content-encoding', 'gzip'), Buffer.from(body));
      } else sendJson(reply, await gunzip(body));
      return reply;
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/schema-info/:id',
    schema: {
      summary: 'The schema in its older form; use /api/connections/{id}/schema',
      tags: ['schema'],
      deprecated: true,
      params: idParamsSchema,
      querystring: schemaQuerySchema,
      response: { 200: schemaInfoSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const reload = request.query.reload === 'true';
      const { body } = await schemas.read(principalOf(request), id, reload);
      const api = request.url.replace(/\/schema-info\/.*$/, '');
      reply.header('deprecation', `@${deprecatedSince}`);
      reply.header(
        'link',
        `<${api}/connections/${encodeURIComponent(id)}/schema>; rel="successor-version", ` +
          `<${api}/docs>; rel="deprecation"; type="text/html"`,
      );
      const text = (await gunzip(body)).toString('utf8');
      return toSchemaInfo(JSON.parse(text) as ConnectionSchema);
    },
  });
}
