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

/** Returns whether a client accepts gzip: by name or by `*`, and without a quality of zero. */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => /^\s*(?:gzip|\*)\s*(?:;|$)/i.test(each) && !/;\s*q=0(?:\.0*)?\s*$/i.test(each));

/** 2026-11-21, in the format of RFC 9745: the endpoint was deprecated from the beginning. */
const DEPRECATED_SINCE = 1_795_219_200;

/** `GET /api/connections/:id/schema` and its deprecated form, for principals with access. */
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
      const { body, etag } = await schemas.read(principalOf(request), id, reload);
      // Sent as stored: a schema of 10,000 tables needs no parsing and no compression.
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
      const { body } = await schemas.read(principalOf(request), id, reload);
      const api = request.url.replace(/\/schema-info\/.*$/, '');
      reply.header('deprecation', `@${DEPRECATED_SINCE}`);
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
