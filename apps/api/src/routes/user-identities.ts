import {
  emptySchema,
  idParamsSchema,
  userIdentityParamsSchema,
  userIdentitySchema,
} from '@sluice/contracts';
import { z } from 'zod';
import type { Scope } from '../scope.js';
import {
  listUserIdentities,
  removeUserIdentity,
  type UserIdentityDependencies,
} from '../services/user-identities.js';
import { errorResponses, whoOf } from './execution-replies.js';

const tags = ['users'];

/** The links of users to other services; for a scope of admins. */
export function registerUserIdentities(scope: Scope, deps: UserIdentityDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/users/:id/identities',
    schema: {
      summary: 'What other services know a user by',
      tags,
      params: idParamsSchema,
      response: { 200: z.array(userIdentitySchema), ...errorResponses },
    },
    handler: (request) => listUserIdentities(deps, request.params.id),
  });
  scope.route({
    method: 'DELETE',
    url: '/api/users/:id/identities/:origin',
    schema: {
      summary: 'End the link of a user to a service, and their sessions',
      tags,
      params: userIdentityParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await removeUserIdentity(deps, whoOf(request), request.params.id, request.params.origin);
      return {};
    },
  });
}
