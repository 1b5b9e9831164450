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

/** What signing up needs. */
export interface SignUpRouteDependencies {
  settings: Pick<ApiSettings, 'SERVICE_USERPASS_AUTH_DISABLED'>;
  signUp: SignUpDependencies;
}

const tags = ['sign-in'];

const response = {
  200: emptySchema,
  ...errorResponses,
  401: errorBodySchema.describe('Who this is about may not, or the link is not good any more.'),
  429: errorBodySchema.describe('Too many failures; see Retry-After.'),
};

/** `POST /api/signup`, `POST /api/password-reset/:id`; for anyone. */
export function registerSignUp(
  scope: Scope,
  { settings, signUp: deps }: SignUpRouteDependencies,
): void {
  const requireLocalAuth = (): void => {
    if (settings.SERVICE_USERPASS_AUTH_DISABLED) {
      throw forbidden('Sign-in by password is turned off', 'local_auth_disabled');
    }
  };
  scope.route({
    method: 'POST',
    url: '/api/signup',
    schema: {
      summary: 'Get a local account, by an invitation or an address that may sign up',
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
      summary: 'Set a new password by a link that an admin gave; it works once',
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
