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

const conflictResponse = errorBodySchema.describe(
  'Another user is changing the connection at the same time.',
);
const unknownIdResponse = errorBodySchema.describe('No connection has this `id`.');

/** `GET /api/connections`: admins see all connections, other users those they have access to. */
export function registerConnectionList(scope: Scope, deps: ConnectionDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/connections',
    schema: {
      summary: 'List the connections that you may use, by name',
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

/** Registers the routes that manage connections, for a scope of admins. */
export function registerConnectionAdmin(
  scope: Scope,
  deps: ConnectionDependencies,
  audit: Audit,
): void {
  const record: RecordChange = (request, verb, id, body = {}) =>
    audit.record({
      ...auditContextOf(request),
      action: `connection.${verb}`,
      target: `connections/${id}`,
      detail: { fields: fieldsOf({ ...body }) },
    });
  registerConnectionChanges(scope, deps, record);
  scope.route({
    method: 'POST',
    url: '/api/connections',
    schema: {
      summary: 'Create a connection',
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
      summary: 'Get a connection; secrets are empty',
      tags,
      params: idParamsSchema,
      response: { 200: connectionSchema, ...errorResponses },
    },
    handler: (request) => getConnection(deps, request.params.id),
  });
}

type RecordChange = (
  request: FastifyRequest,
  verb: 'created' | 'updated' | 'deleted',
  id: string,
  body?: object,
) => Promise<void>;

function registerConnectionChanges(
  scope: Scope,
  deps: ConnectionDependencies,
  record: RecordChange,
): void {
  scope.route({
    method: 'PUT',
    url: '/api/connections/:id',
    schema: {
      summary: 'Change a connection; omitted fields keep their value',
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
      summary: 'Delete a connection',
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

/** `POST /api/test-connection`, for a scope of admins. */
export function registerConnectionTest(scope: Scope, deps: ConnectionTestDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/test-connection',
    schema: {
      summary: "Test a connection; 400 with the database's message when it fails",
      tags,
      body: testConnectionSchema,
      response: { 200: connectionTestSchema, ...errorResponses, 404: unknownIdResponse },
    },
    handler: (request) => testConnection(deps, principalOf(request), request.body),
  });
}
