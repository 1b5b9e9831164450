import {
  connectionClientSchema,
  emptySchema,
  idParamsSchema,
  openConnectionClientSchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { errorResponses, ownedResponses, principalOf, type Scope } from '../http/index.js';
import {
  closeClient,
  getClient,
  keepClientAlive,
  listClients,
  openClient,
  type ConnectionClientDependencies,
} from './clients.js';

const tags = ['connection clients'];

/** Registers the routes of connection clients, which stay open between batches. */
export function registerConnectionClients(scope: Scope, deps: ConnectionClientDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/connection-clients',
    schema: {
      summary: 'Open a connection client: a session that stays open between batches',
      tags,
      body: openConnectionClientSchema,
      response: { 200: connectionClientSchema, ...errorResponses },
    },
    handler: (request) => openClient(deps, principalOf(request), request.body),
  });
  scope.route({
    method: 'GET',
    url: '/api/connection-clients/:id',
    schema: {
      summary: 'Get an open connection client',
      tags,
      params: idParamsSchema,
      response: { 200: connectionClientSchema, ...ownedResponses },
    },
    handler: (request) => getClient(deps, principalOf(request), request.params.id),
  });
  scope.route({
    method: 'PUT',
    url: '/api/connection-clients/:id',
    schema: {
      summary: 'Keep a connection client alive',
      tags,
      params: idParamsSchema,
      response: { 200: connectionClientSchema, ...ownedResponses },
    },
    handler: (request) => keepClientAlive(deps, principalOf(request), request.params.id),
  });
  scope.route({
    method: 'DELETE',
    url: '/api/connection-clients/:id',
    schema: {
      summary: 'Close a connection client; its running batch is cancelled',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...ownedResponses },
    },
    handler: async (request) => {
      await closeClient(deps, principalOf(request), request.params.id);
      return {};
    },
  });
}

/** `GET /api/connection-clients`, for a scope of admins. */
export function registerConnectionClientList(
  scope: Scope,
  deps: Pick<ConnectionClientDependencies, 'clients'>,
): void {
  scope.route({
    method: 'GET',
    url: '/api/connection-clients',
    schema: {
      summary: 'List all open connection clients',
      tags,
      response: { 200: z.array(connectionClientSchema), ...errorResponses },
    },
    handler: () => listClients(deps),
  });
}
