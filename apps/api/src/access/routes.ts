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

/**
 * `GET /api/connection-accesses[/:id]`: admins see all rows, other users the rows that apply to
 * them.
 */
export function registerConnectionAccesses(scope: Scope, deps: ConnectionAccessDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/connection-accesses',
    schema: {
      summary: 'List connection accesses, newest first',
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
      summary: 'Get a connection access',
      tags,
      params: idParamsSchema,
      response: { 200: connectionAccessSchema, ...ownedResponses },
    },
    handler: (request) => getAccess(deps, principalOf(request), request.params.id),
  });
}

/** Registers the routes that grant and revoke access, for a scope of admins. */
export function registerConnectionAccessAdmin(
  scope: Scope,
  deps: ConnectionAccessDependencies,
): void {
  scope.route({
    method: 'POST',
    url: '/api/connection-accesses',
    schema: {
      summary: 'Grant a user, a service token or everyone access to a connection',
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
      summary: 'Expire a connection access now',
      tags,
      params: idParamsSchema,
      response: { 200: connectionAccessSchema, ...errorResponses },
    },
    handler: (request) => expireAccess(deps, auditContextOf(request), request.params.id),
  });
}
