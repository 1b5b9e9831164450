import {
  createUserSchema,
  emptySchema,
  errorBodySchema,
  idParamsSchema,
  pageQuerySchema,
  updateUserSchema,
  userSchema,
} from '@sluice/contracts';
import { notFound } from '@sluice/errors';
import { z } from 'zod';
import { beginSession } from '../session/index.js';
import { errorResponses, principalOf, type Scope, sendPage, sliceOf } from '../../http/index.js';
import { createUser, removeUser, updateUser, type UserDependencies } from './service.js';
import { presentUser } from './presenter.js';
import { auditContextOf } from '../../audit/index.js';

const tags = ['users'];

/** `GET /api/users[/:id]` and `PUT /api/users/:id`, for everybody who is signed in. */
export function registerUsers(scope: Scope, deps: UserDependencies): void {
  const { users, links, tenants } = deps;
  scope.route({
    method: 'GET',
    url: '/api/users',
    schema: {
      summary: 'All users, by e-mail address',
      tags,
      querystring: pageQuerySchema,
      response: { 200: z.array(userSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const viewer = principalOf(request);
      const tenant = viewer.role === 'admin' ? undefined : await tenants.filterFor(viewer.id);
      const rows = await users.list({ ...sliceOf(request.query), tenant });
      return sendPage(request, reply, request.query, rows).map((row) =>
        presentUser(row, viewer, links),
      );
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/users/:id',
    schema: {
      summary: 'One user',
      tags,
      params: idParamsSchema,
      response: { 200: userSchema, ...errorResponses },
    },
    handler: async (request) => {
      const row = await users.find(request.params.id);
      const viewer = principalOf(request);
      const isSeen =
        row !== null && (viewer.role === 'admin' || (await tenants.areOne(viewer.id, row.id)));
      if (!isSeen) throw notFound();
      return presentUser(row, viewer, links);
    },
  });
  scope.route({
    method: 'PUT',
    url: '/api/users/:id',
    schema: {
      summary: 'Change oneself (name, e-mail, password) or, for admins, somebody else',
      tags,
      params: idParamsSchema,
      body: updateUserSchema,
      response: {
        200: userSchema,
        ...errorResponses,
        429: errorBodySchema.describe('Too many wrong passwords; see Retry-After.'),
      },
    },
    handler: async (request) => {
      const context = auditContextOf(request);
      const { session, params, body } = request;
      const row = await updateUser(deps, context, params.id, body);
      // A new password has ended all sessions: whoever sent it goes on under a new id.
      if (body.password !== undefined && session.userId === row.id && row.id === context.actor.id) {
        await beginSession(request, row.id, session.trace?.method ?? null);
      }
      return presentUser(row, context.actor, links);
    },
  });
}

/** Adding and removing users; for a scope of admins. */
export function registerUserAdmin(scope: Scope, deps: UserDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/users',
    schema: {
      summary: 'Add a user',
      tags,
      body: createUserSchema,
      response: { 200: userSchema, ...errorResponses },
    },
    handler: async (request) => {
      const row = await createUser(deps, auditContextOf(request), request.body);
      return presentUser(row, principalOf(request), deps.links);
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/users/:id',
    schema: {
      summary: 'Remove a user; what they made stays',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await removeUser(deps, auditContextOf(request), request.params.id);
      return {};
    },
  });
}
