import type { FastifyRequest } from 'fastify';
import type { Principal } from '../principal.js';
import type { BasicCredentials } from '../services/basic-credentials.js';
import { principalFrom } from '../services/identity.js';
import type { ServiceTokenCredentials } from '../services/service-tokens.js';
import type { AuthProxy } from '../services/sign-in/proxy.js';
import { hashOfSession } from './session-store.js';

/** Tells who asks; null for nobody. */
export type Identify = (request: FastifyRequest) => Promise<Principal | null>;

/**
 * One way to tell who asks: the principal; null when the request uses this way and it does not hold;
 * undefined when it does not use it.
 */
export type Identifier = (request: FastifyRequest) => Promise<Principal | null | undefined>;

/**
 * Asks one way after the other; the first that the request uses decides. Who proves nothing, or in vain,
 * is `nobody`: null, or a user where no one has to sign in.
 */
export function createIdentify(
  identifiers: readonly Identifier[],
  nobody: Principal | null = null,
): Identify {
  return async (request) => {
    for (const identifier of identifiers) {
      const principal = await identifier(request);
      if (principal !== undefined) return principal ?? nobody;
    }
    return nobody;
  };
}

/** A service token in `Authorization: Bearer`; null: there are none. */
export const byServiceToken =
  (tokens: ServiceTokenCredentials | null): Identifier =>
  async ({ headers: { authorization } }) => {
    const token = /^bearer +([\w.-]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    return tokens === null ? null : tokens.check(token);
  };

/** What a proxy in front says in headers; null: no proxy is asked. */
export const byProxy =
  (proxy: AuthProxy | null): Identifier =>
  (request) =>
    proxy === null
      ? Promise.resolve(undefined)
      : proxy.identify(request.socket.remoteAddress, request.raw.rawHeaders);

/** HTTP Basic with the password of a local user; null: no passwords are taken. */
export const byBasic =
  (basic: BasicCredentials | null): Identifier =>
  async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    if (basic === null || !/^basic /i.test(authorization)) return null;
    const user = await basic.check(authorization, request.ip);
    if (user === null) return null;
    request.credential = { passwordHash: user.passwordHash };
    return principalFrom(user);
  };

/** The session that the request's cookie names. */
export const bySession: Identifier = (request) => {
  const { principal, sessionId } = request.session;
  if (principal === undefined) return Promise.resolve(undefined);
  request.credential = { sessionIdHash: hashOfSession(sessionId) };
  return Promise.resolve(principal);
};
