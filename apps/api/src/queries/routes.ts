import {
  createQuerySchema,
  emptySchema,
  idParamsSchema,
  queryListItemSchema,
  queryListQuerySchema,
  querySchema,
  tagsSchema,
  updateQuerySchema,
} from '@sluice/contracts';
import { z } from 'zod';
import {
  errorResponses,
  ownedResponses,
  principalOf,
  type Scope,
  sendJson,
  sendPage,
  sliceOf,
} from '../http/index.js';
import { changedResponse, tagged, versionHeaders } from './replies.js';
import {
  createQuery,
  getQuery,
  removeQuery,
  updateQuery,
  type QueryDependencies,
} from './service.js';
import { findQueries, listTags, type QueryListDependencies } from './lists.js';

const tags = ['queries'];

/** `/api/queries` and `/api/tags` */
export function registerQueries(
  scope: Scope,
  deps: QueryDependencies & QueryListDependencies,
): void {
  registerLists(scope, deps);
  registerReads(scope, deps);
  registerWrites(scope, deps);
}

function registerLists(scope: Scope, deps: QueryListDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/queries',
    schema: {
      summary: 'List the saved queries that you may read',
      tags,
      querystring: queryListQuerySchema,
      response: { 200: z.array(queryListItemSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const list = await findQueries(deps, principalOf(request), query, sliceOf(query));
      const rows = await list.read(sendPage(request, reply, query, list.ids));
      if (Array.isArray(rows)) return rows;
      reply.header('etag', rows.etag);
      sendJson(reply, rows.json);
      return reply;
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/tags',
    schema: {
      summary: 'List the tags of the queries that you may read, sorted',
      tags,
      response: { 200: tagsSchema, ...errorResponses },
    },
    handler: (request) => listTags(deps, principalOf(request)),
  });
}

function registerReads(scope: Scope, deps: QueryDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/queries/:id',
    schema: {
      summary: 'Get a saved query',
      tags,
      params: idParamsSchema,
      response: { 200: querySchema, ...ownedResponses },
    },
    handler: async (request, reply) =>
      tagged(reply, await getQuery(deps, principalOf(request), request.params.id)),
  });
}

function registerWrites(scope: Scope, deps: QueryDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/queries',
    schema: {
      summary: 'Create a saved query that you own',
      tags,
      body: createQuerySchema,
      response: { 200: querySchema, ...errorResponses },
    },
    handler: async (request, reply) =>
      tagged(reply, await createQuery(deps, principalOf(request), request.body)),
  });
  scope.route({
    method: 'PUT',
    url: '/api/queries/:id',
    schema: {
      summary: 'Change the fields in the body; `acl` and `tags` are replaced as a whole',
      tags,
      params: idParamsSchema,
      headers: versionHeaders,
      body: updateQuerySchema,
      response: { 200: querySchema, ...changedResponse, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { params, headers, body } = request;
      const change = { id: params.id, ifMatch: headers['if-match'], body };
      return tagged(reply, await updateQuery(deps, principalOf(request), change));
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/queries/:id',
    schema: {
      summary: 'Delete a query, for its owner and admins',
      tags,
      params: idParamsSchema,
      headers: versionHeaders,
      response: { 200: emptySchema, ...changedResponse, ...errorResponses },
    },
    handler: async (request) => {
      const { params, headers } = request;
      await removeQuery(deps, principalOf(request), {
        id: params.id,
        ifMatch: headers['if-match'],
      });
      return {};
    },
  });
}
