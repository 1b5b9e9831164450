import {
  connectionSchema,
  createConnectionSchema,
  emptySchema,
  errorBodySchema,
  idParamsSchema,
  pageQuerySchema,
  connectionTestSchema,
  testConnectionSchema,
  updateConnectionSchema,
} from '@sluice/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorResponses, principalOf, type Scope, sendPage, sliceOf } from '../http/index.js';
import { type Audit, auditContextOf, fieldsOf } from '../audit/index.js';
import { testConnection, type ConnectionTestDependencies } from './try-connection.js';
import {
  createConnection,
  getConnection,
  listConnections,
  removeConnection,
  updateConnection,
  type ConnectionDependencies,
} from './service.js';

const tags = ['connections'];

const conflictResponse = errorBodySchema.describe('Somebody else changes it at the same time.');
const unknownIdResponse = errorBodySchema.describe('There is no connection with the `id`.');

/** `GET /api/connections`: admins see all, others what they have access to. */
export function registerConnectionList(scope: Scope, deps: ConnectionDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/connections',
    schema: {
      summary: 'Connections that the caller may use, by name',
      tags,
      querystring: pageQuerySchema,
      response: { 200: z.array(connectionSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const rows = await listConnections(deps, principalOf(request), sliceOf(request.query));
      return sendPage(request, reply, request.query, rows);
    },
  });
}

/** Managing connections; for a scope of admins. */
export function registerConnectionAdmin(
  scope: Scope,
  deps: ConnectionDependencies,
  audit: Audit,
): void {
  const record = (request: FastifyRequest, verb: string, id: string, body: object = {}) =>
    audit.record({
      ...auditContextOf(request),
      action: `connection.${verb}`,
      target: `connections/${id}`,
      detail: { fields: fieldsOf({ ...body }) },
    });
  scope.route({
    method: 'POST',
    url: '/api/connections',
    schema: {
      summary: 'Add a connection',
      tags,
      body: createConnectionSchema,
      response: { 200: connectionSchema, ...errorResponses },
    },
    handler: async (request) => {
      const created = await createConnection(deps, request.body);
      await record(request, 'created', created.id, request.body);
      return created;
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/connections/:id',
    schema: {
      summary: 'One connection; secrets are empty',
      tags,
      params: idParamsSchema,
      response: { 200: connectionSchema, ...errorResponses },
    },
    handler: (request) => getConnection(deps, request.params.id),
  });
  scope.route({
    method: 'PUT',
    url: '/api/connections/:id',
    schema: {
      summary: 'Change a connection; what is left out stays',
      tags,
      params: idParamsSchema,
      body: updateConnectionSchema,
      response: { 200: connectionSchema, ...errorResponses, 409: conflictResponse },
    },
    handler: async (request) => {
      const updated = await updateConnection(deps, request.params.id, request.body);
      await record(request, 'updated', updated.id, request.body);
      return updated;
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/connections/:id',
    schema: {
      summary: 'Remove a connection',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await removeConnection(deps, principalOf(request).id, request.params.id);
      await record(request, 'deleted', request.params.id);
      return {};
    },
  });
}

/** `POST /api/test-connection`; for a scope of admins. */
export function registerConnectionTest(scope: Scope, deps: ConnectionTestDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/test-connection',
    schema: {
      summary: 'Connect once; 400 with the message of the database when it cannot be done',
      tags,
      body: testConnectionSchema,
      response: { 200: connectionTestSchema, ...errorResponses, 404: unknownIdResponse },
    },
    handler: (request) => testConnection(deps, principalOf(request), request.body),
  });
}
