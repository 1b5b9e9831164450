import {
  emptySchema,
  idParamsSchema,
  userIdentityParamsSchema,
  userIdentitySchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { errorResponses, type Scope } from '../../http/index.js';
import {
  listUserIdentities,
  removeUserIdentity,
  type UserIdentityDependencies,
} from './identities.js';
import { auditContextOf } from '../../audit/index.js';

const tags = ['users'];

/** Registers the routes for the links of users to other services, for a scope of admins. */
export function registerUserIdentities(scope: Scope, deps: UserIdentityDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/users/:id/identities',
    schema: {
      summary: 'List the links of a user to other services',
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
      summary: "Remove the link of a user to a service and end the user's sessions",
      tags,
      params: userIdentityParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await removeUserIdentity(
        deps,
        auditContextOf(request),
        request.params.id,
        request.params.origin,
      );
      return {};
    },
  });
}
