import {
  emptySchema,
  errorBodySchema,
  idParamsSchema,
  passwordResetSchema,
  signUpSchema,
} from '@sluice/contracts';
import type { ApiSettings } from '@sluice/config';
import { forbidden } from '@sluice/errors';
import { errorResponses, type Scope } from '../../http/index.js';
import { resetPassword, signUp, type SignUpDependencies } from './sign-up.js';

/** Dependencies of the sign-up routes. */
export interface SignUpRouteDependencies {
  settings: Pick<ApiSettings, 'SERVICE_USERPASS_AUTH_DISABLED'>;
  signUp: SignUpDependencies;
}

const tags = ['sign-in'];

const response = {
  200: emptySchema,
  ...errorResponses,
  401: errorBodySchema.describe('The sign-up is not allowed, or the link is no longer valid.'),
  429: errorBodySchema.describe('Too many failed attempts; see Retry-After.'),
};

/** `POST /api/signup` and `POST /api/password-reset/:id`, for anyone. */
export function registerSignUp(
  scope: Scope,
  { settings, signUp: deps }: SignUpRouteDependencies,
): void {
  const requireLocalAuth = (): void => {
    if (settings.SERVICE_USERPASS_AUTH_DISABLED) {
      throw forbidden('Password sign-in is disabled', 'local_auth_disabled');
    }
  };
  scope.route({
    method: 'POST',
    url: '/api/signup',
    schema: {
      summary: 'Create a local account with an invitation or an allowed email address',
      tags,
      security: [],
      body: signUpSchema,
      response,
    },
    handler: async (request) => {
      requireLocalAuth();
      await signUp(deps, request.body, request.ip);
      return {};
    },
  });
  scope.route({
    method: 'POST',
    url: '/api/password-reset/:id',
    schema: {
      summary: 'Set a new password with a link from an admin; the link works once',
      tags,
      security: [],
      params: idParamsSchema,
      body: passwordResetSchema,
      response,
    },
    handler: async (request) => {
      requireLocalAuth();
      await resetPassword(deps, request.params.id, request.body, request.ip);
      return {};
    },
  });
}
