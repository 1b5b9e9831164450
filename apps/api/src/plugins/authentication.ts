import { forbidden, unauthorized } from '@sluice/errors';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../principal.js';
import type { Scope } from '../scope.js';
import type { BasicCredentials } from '../services/basic-credentials.js';
import { principalFrom } from '../services/identity.js';

/** Tells who asks; null for nobody. */
export type Identify = (request: FastifyRequest) => Promise<Principal | null>;

/**
 * By HTTP Basic where the request has it, else by its session. `basic` null: no passwords are taken.
 */
export function createIdentify(basic: BasicCredentials | null): Identify {
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return request.session.principal ?? null;
    if (basic === null) return null;
    const user = await basic.check(authorization, request.ip);
    return user === null ? null : principalFrom(user);
  };
}

/** Lets nobody into this scope who is not signed in. */
export function requirePrincipal(scope: Scope, identify: Identify): void {
  scope.addHook('onRequest', async (request, reply) => {
    request.principal = await identify(request);
    if (request.principal !== null) return;
    // A browser's own password box would pop up over the sign-in page.
    if (request.headers['sec-fetch-mode'] === undefined) {
      reply.header('www-authenticate', 'Basic realm="Sluice", charset="UTF-8"');
    }
    throw unauthorized();
  });
}

/** Lets only admins into this scope, which lies inside a protected one. */
export function requireAdmin(scope: Scope): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    done(request.principal?.role === 'admin' ? undefined : forbidden());
  });
}
