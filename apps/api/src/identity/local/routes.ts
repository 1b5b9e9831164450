import { emptySchema, errorBodySchema, signInSchema } from '@sluice/contracts';
import type { ApiSettings } from '@sluice/config';
import type { UserRepository, UserRow } from '@sluice/database';
import { forbidden, unauthorized } from '@sluice/errors';
import { beginSession, cookiePath } from '../session/index.js';
import { errorResponses, type Scope } from '../../http/index.js';
import type { Audit } from '../../audit/index.js';
import type { Credentials } from './service.js';

/** Dependencies of the sign-in routes. */
export interface SignInRouteDependencies {
  settings: ApiSettings;
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
  users: Pick<UserRepository, 'findByEmail'>;
  audit: Audit;
}

/** `POST /api/signin`, `GET|POST /api/signout`. */
export function registerSignIn(
  scope: Scope,
  { settings, checkPassword, users, audit }: SignInRouteDependencies,
): void {
  scope.route({
    method: 'POST',
    url: '/api/signin',
    schema: {
      summary:
        'Sign in with an email address or LDAP user name and a password; sets the session cookie',
      tags: ['sign-in'],
      security: [],
      body: signInSchema,
      response: {
        200: emptySchema,
        ...errorResponses,
        401: errorBodySchema.describe('The credentials are wrong.'),
        429: errorBodySchema.describe('Too many failed sign-ins; see Retry-After.'),
      },
    },
    handler: async (request) => {
      if (settings.SERVICE_AUTH_DISABLED) {
        throw forbidden('Authentication is disabled, so there is no sign-in', 'auth_disabled');
      }
      if (settings.SERVICE_USERPASS_AUTH_DISABLED && !settings.SERVICE_LDAP_AUTH_ENABLED) {
        throw forbidden('Password sign-in is disabled', 'local_auth_disabled');
      }
      const attempt = { action: 'sign_in', address: request.ip, detail: { method: 'local' } };
      const user = await checkPassword({ ...request.body, address: request.ip });
      if (user === null) {
        // Do not record the entered name: users sometimes type their password there.
        const known = await users.findByEmail(request.body.email);
        const target = known === null ? null : `users/${known.id}`;
        await audit.record({ ...attempt, outcome: 'refused', actor: null, target });
        throw unauthorized();
      }
      const method = user.origin === 'ldap' ? 'ldap' : 'local';
      await beginSession(request, user.id, method);
      await audit.record({ ...attempt, actor: user, detail: { method } });
      return {};
    },
  });
  registerSignOut(scope, { settings, audit });
}

function registerSignOut(
  scope: Scope,
  { settings, audit }: Pick<SignInRouteDependencies, 'settings' | 'audit'>,
): void {
  scope.route({
    method: ['GET', 'POST'],
    url: '/api/signout',
    exposeHeadRoute: false,
    config: { changesByGet: true },
    schema: {
      summary: 'Sign out: end the session. Cross-origin requests are refused.',
      tags: ['sign-in'],
      security: [],
      response: {
        200: emptySchema,
        ...errorResponses,
        403: errorBodySchema.describe('Cross-origin request.'),
      },
    },
    handler: async (request, reply) => {
      const { principal: actor = null } = request.session;
      await request.session.destroy();
      if (actor !== null) await audit.record({ action: 'sign_out', actor, address: request.ip });
      reply.clearCookie(settings.SERVICE_COOKIE_NAME, {
        path: cookiePath(settings),
        httpOnly: true,
        sameSite: settings.SERVICE_SESSION_COOKIE_SAME_SITE,
      });
      return {};
    },
  });
}
