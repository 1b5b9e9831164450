import {
  connectionAccessQuerySchema,
  connectionAccessSchema,
  createConnectionAccessSchema,
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
import {
  createAccess,
  expireAccess,
  getAccess,
  listAccesses,
  type ConnectionAccessDependencies,
} from './service.js';
import { auditContextOf } from '../audit/index.js';

const tags = ['connection accesses'];

/** `GET /api/connection-accesses[/:id]`: admins see all rows, others those that apply to them. */
export function registerConnectionAccesses(scope: Scope, deps: ConnectionAccessDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/connection-accesses',
    schema: {
      summary: 'Who may use which connection, newest first',
      tags,
      querystring: connectionAccessQuerySchema,
      response: { 200: z.array(connectionAccessSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const includeInactives = request.query.includeInactives === 'true';
      const filter = { includeInactives, ...sliceOf(request.query) };
      const rows = await listAccesses(deps, principalOf(request), filter);
      return sendPage(request, reply, request.query, rows);
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/connection-accesses/:id',
    schema: {
      summary: 'One access row',
      tags,
      params: idParamsSchema,
      response: { 200: connectionAccessSchema, ...ownedResponses },
    },
    handler: (request) => getAccess(deps, principalOf(request), request.params.id),
  });
}

/** Giving access and taking it away; for a scope of admins. */
export function registerConnectionAccessAdmin(
  scope: Scope,
  deps: ConnectionAccessDependencies,
): void {
  scope.route({
    method: 'POST',
    url: '/api/connection-accesses',
    schema: {
      summary: 'Let a user, a service token or everyone use a connection',
      tags,
      body: createConnectionAccessSchema,
      response: { 200: connectionAccessSchema, ...errorResponses },
    },
    handler: (request) => createAccess(deps, auditContextOf(request), request.body),
  });
  scope.route({
    method: 'PUT',
    url: '/api/connection-accesses/:id/expire',
    schema: {
      summary: 'End an access now',
      tags,
      params: idParamsSchema,
      response: { 200: connectionAccessSchema, ...errorResponses },
    },
    handler: (request) => expireAccess(deps, auditContextOf(request), request.params.id),
  });
}
