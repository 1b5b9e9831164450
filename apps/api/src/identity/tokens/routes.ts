import {
  createdServiceTokenSchema,
  createServiceTokenSchema,
  emptySchema,
  idParamsSchema,
  pageQuerySchema,
  serviceTokenSchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { errorResponses, type Scope, sendPage, sliceOf } from '../../http/index.js';
import {
  createServiceToken,
  listServiceTokens,
  removeServiceToken,
  type ServiceTokenDependencies,
} from './service.js';
import { auditContextOf } from '../../audit/index.js';

const tags = ['service tokens'];

/** Registers the service token routes, for a scope of admins. */
export function registerServiceTokens(scope: Scope, deps: ServiceTokenDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/service-tokens',
    schema: {
      summary: 'List all service tokens, newest first, without their secrets',
      tags,
      querystring: pageQuerySchema,
      response: { 200: z.array(serviceTokenSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const rows = await listServiceTokens(deps, sliceOf(request.query));
      return sendPage(request, reply, request.query, rows);
    },
  });
  scope.route({
    method: 'POST',
    url: '/api/service-tokens',
    schema: {
      summary: 'Create a service token. Only this response contains it.',
      tags,
      body: createServiceTokenSchema,
      response: { 200: createdServiceTokenSchema, ...errorResponses },
    },
    handler: (request) => createServiceToken(deps, auditContextOf(request), request.body),
  });
  scope.route({
    method: 'DELETE',
    url: '/api/service-tokens/:id',
    schema: {
      summary: 'Delete a service token',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await removeServiceToken(deps, auditContextOf(request), request.params.id);
      return {};
    },
  });
}
