import { emptySchema, idParamsSchema, pageQuerySchema, sessionSchema } from '@sluice/contracts';
import { z } from 'zod';
import { errorResponses, type Scope, sendPage, sliceOf } from '../../http/index.js';
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
  type SessionDependencies,
} from './service.js';
import { auditContextOf } from '../../audit/index.js';

const tags = ['sessions'];

/** Registers the routes for the principal's own sessions. */
export function registerSessions(scope: Scope, deps: SessionDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/sessions',
    schema: {
      summary: 'List your own sessions, last used first',
      tags,
      querystring: pageQuerySchema,
      response: { 200: z.array(sessionSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const { query, credential } = request;
      const rows = await listSessions(deps, auditContextOf(request), credential, sliceOf(query));
      return sendPage(request, reply, query, rows);
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/sessions/:id',
    schema: {
      summary: 'End one of your own sessions',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await endSession(deps, auditContextOf(request), request.params.id);
      return {};
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/sessions',
    schema: {
      summary: 'End your other sessions',
      tags,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await endOtherSessions(deps, auditContextOf(request), request.credential);
      return {};
    },
  });
}

/** Registers the routes for the sessions of any user, for a scope of admins. */
export function registerSessionAdmin(scope: Scope, deps: SessionDependencies): void {
  scope.route({
    method: 'DELETE',
    url: '/api/users/:id/sessions',
    schema: {
      summary: 'End all sessions of a user',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await endSessionsOf(deps, auditContextOf(request), request.params.id);
      return {};
    },
  });
}
