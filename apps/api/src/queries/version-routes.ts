import {
  pageQuerySchema,
  querySchema,
  queryVersionListItemSchema,
  queryVersionParamsSchema,
  queryVersionSchema,
  idParamsSchema,
} from '@sluice/contracts';
import { z } from 'zod';
import {
  errorResponses,
  ownedResponses,
  principalOf,
  type Scope,
  sendPage,
  sliceOf,
} from '../http/index.js';
import { changedResponse, tagged, versionHeaders } from './replies.js';
import {
  getVersion,
  listVersions,
  restoreVersion,
  type QueryVersionDependencies,
} from './versions.js';

const tags = ['queries'];

/** `/api/queries/:id/versions` */
export function registerQueryVersions(scope: Scope, deps: QueryVersionDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/queries/:id/versions',
    schema: {
      summary: 'List the versions of a saved query, newest first',
      tags,
      params: idParamsSchema,
      querystring: pageQuerySchema,
      response: { 200: z.array(queryVersionListItemSchema), ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      const slice = sliceOf(query);
      const found = await listVersions(deps, principalOf(request), params.id, slice);
      return sendPage(request, reply, query, found);
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/queries/:id/versions/:number',
    schema: {
      summary: 'Get a version of a saved query',
      tags,
      params: queryVersionParamsSchema,
      response: { 200: queryVersionSchema, ...ownedResponses },
    },
    handler: (request) => getVersion(deps, principalOf(request), request.params),
  });
  scope.route({
    method: 'POST',
    url: '/api/queries/:id/versions/:number/restore',
    schema: {
      summary: 'Restore text and chart of a version, as a new version',
      tags,
      params: queryVersionParamsSchema,
      headers: versionHeaders,
      response: { 200: querySchema, ...changedResponse, ...errorResponses },
    },
    handler: async (request, reply) => {
      const restore = { ...request.params, ifMatch: request.headers['if-match'] };
      return tagged(reply, await restoreVersion(deps, principalOf(request), restore));
    },
  });
}
