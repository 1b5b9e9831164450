import { emptySchema, idParamsSchema, pageQuerySchema, sessionSchema } from '@sluice/contracts';
import { z } from 'zod';
import type { Scope } from '../scope.js';
import { sendPage, sliceOf } from '../services/paging.js';
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
  type SessionDependencies,
} from '../services/sessions.js';
import { errorResponses, whoOf } from './execution-replies.js';

const tags = ['sessions'];

/** The caller's own sessions. */
export function registerSessions(scope: Scope, deps: SessionDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/sessions',
    schema: {
      summary: "The caller's sessions, last used first; without what opens any",
      tags,
      querystring: pageQuerySchema,
      response: { 200: z.array(sessionSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const { query, credential } = request;
      const rows = await listSessions(deps, whoOf(request), credential, sliceOf(query));
      return sendPage(request, reply, query, rows);
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/sessions/:id',
    schema: {
      summary: "End one of the caller's sessions",
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await endSession(deps, whoOf(request), request.params.id);
      return {};
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/sessions',
    schema: {
      summary: "End the caller's sessions but for the one that the request came with",
      tags,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await endOtherSessions(deps, whoOf(request), request.credential);
      return {};
    },
  });
}

/** Those of any user; for a scope of admins. */
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
      await endSessionsOf(deps, whoOf(request), request.params.id);
      return {};
    },
  });
}
