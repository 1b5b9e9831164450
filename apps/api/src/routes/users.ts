import { idParamsSchema, pageQuerySchema, userSchema } from '@sluice/contracts';
import type { UserRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import { z } from 'zod';
import type { Scope } from '../scope.js';
import { sendPage, sliceOf } from '../services/paging.js';
import { presentUser } from '../services/users.js';
import { errorResponses, principalOf } from './execution-replies.js';

/** `GET /api/users[/:id]`, for everybody who is signed in. */
export function registerUsers(scope: Scope, users: Pick<UserRepository, 'find' | 'list'>): void {
  scope.route({
    method: 'GET',
    url: '/api/users',
    schema: {
      summary: 'All users, by e-mail address',
      tags: ['users'],
      querystring: pageQuerySchema,
      response: { 200: z.array(userSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const rows = await users.list(sliceOf(request.query));
      const viewer = principalOf(request);
      return sendPage(request, reply, request.query, rows).map((row) => presentUser(row, viewer));
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/users/:id',
    schema: {
      summary: 'One user',
      tags: ['users'],
      params: idParamsSchema,
      response: { 200: userSchema, ...errorResponses },
    },
    handler: async (request) => {
      const row = await users.find(request.params.id);
      if (row === null) throw notFound();
      return presentUser(row, principalOf(request));
    },
  });
}
