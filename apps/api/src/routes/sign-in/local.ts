import { emptySchema, errorBodySchema, signInSchema } from '@sluice/contracts';
import type { ApiSettings } from '@sluice/config';
import type { UserRow } from '@sluice/database';
import { forbidden, unauthorized } from '@sluice/errors';
import { cookiePath } from '../../plugins/sessions.js';
import type { Scope } from '../../scope.js';
import type { Credentials } from '../../services/local-sign-in.js';
import { errorResponses } from '../execution-replies.js';

/** What signing in and out needs. */
export interface SignInRouteDependencies {
  settings: ApiSettings;
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
}

/** `POST /api/signin`, `GET|POST /api/signout`. */
export function registerSignIn(
  scope: Scope,
  { settings, checkPassword }: SignInRouteDependencies,
): void {
  scope.route({
    method: 'POST',
    url: '/api/signin',
    schema: {
      summary:
        'Sign in with e-mail address, or LDAP user name, and password; the answer sets the session cookie',
      tags: ['sign-in'],
      security: [],
      body: signInSchema,
      response: {
        200: emptySchema,
        ...errorResponses,
        429: errorBodySchema.describe('Too many failures; see Retry-After.'),
      },
    },
    handler: async (request) => {
      if (settings.SERVICE_AUTH_DISABLED) {
        throw forbidden('Nobody has to sign in: authentication is turned off', 'auth_disabled');
      }
      if (settings.SERVICE_USERPASS_AUTH_DISABLED && !settings.SERVICE_LDAP_AUTH_ENABLED) {
        throw forbidden('Sign-in by password is turned off', 'local_auth_disabled');
      }
      const user = await checkPassword({ ...request.body, address: request.ip });
      if (user === null) throw unauthorized();
      // A new id: one that was known before the sign-in must not become a signed-in one.
      await request.session.regenerate();
      request.session.userId = user.id;
      return {};
    },
  });
  scope.route({
    method: ['GET', 'POST'],
    url: '/api/signout',
    exposeHeadRoute: false,
    schema: {
      summary: 'End the session',
      tags: ['sign-in'],
      security: [],
      response: { 200: emptySchema, 503: errorResponses[503] },
    },
    handler: async (request, reply) => {
      await request.session.destroy();
      reply.clearCookie(settings.SERVICE_COOKIE_NAME, {
        path: cookiePath(settings),
        httpOnly: true,
        sameSite: settings.SERVICE_SESSION_COOKIE_SAME_SITE,
      });
      return {};
    },
  });
}
