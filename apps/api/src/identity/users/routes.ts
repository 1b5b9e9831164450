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

/** Registers `GET /api/users[/:id]` and `PUT /api/users/:id`, for all signed-in users. */
export function registerUsers(scope: Scope, deps: UserDependencies): void {
  const { users, links, tenants } = deps;
  scope.route({
    method: 'GET',
    url: '/api/users',
    schema: {
      summary: 'List users, by email address',
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
      summary: 'Get a user',
      tags,
      params: idParamsSchema,
      response: { 200: userSchema, ...errorResponses },
    },
    handler: async (request) => {
      const row = await users.find(request.params.id);
      const viewer = principalOf(request);
      const isVisible =
        row !== null &&
        (viewer.role === 'admin' || (await tenants.isSameTenant(viewer.id, row.id)));
      if (!isVisible) throw notFound();
      return presentUser(row, viewer, links);
    },
  });
  registerUserUpdate(scope, deps);
}

function registerUserUpdate(scope: Scope, deps: UserDependencies): void {
  scope.route({
    method: 'PUT',
    url: '/api/users/:id',
    schema: {
      summary: 'Change your own name, email address or password or, as an admin, another user',
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
      // A new password ends all sessions; the current one continues with a new id.
      if (body.password !== undefined && session.userId === row.id && row.id === context.actor.id) {
        await beginSession(request, row.id, session.trace?.method ?? null);
      }
      return presentUser(row, context.actor, deps.links);
    },
  });
}

/** Registers the routes that create and delete users, for a scope of admins. */
export function registerUserAdmin(scope: Scope, deps: UserDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/users',
    schema: {
      summary: 'Create a user',
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
      summary: 'Delete a user; queries and batches of the user remain',
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
