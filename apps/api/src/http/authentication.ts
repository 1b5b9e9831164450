import type { FastifyRequest } from 'fastify';
import type { Principal } from '../identity/principal/index.js';

/** Authenticates a request; null: anonymous. */
export type Identify = (request: FastifyRequest) => Promise<Principal | null>;

/**
 * One authentication scheme. Returns the principal, null when the request uses the scheme with
 * invalid credentials, and undefined when it does not use the scheme.
 */
export type Identifier = (request: FastifyRequest) => Promise<Principal | null | undefined>;

/**
 * Tries the schemes in order; the first that the request uses decides. Without a valid credential
 * the result is `anonymous`: null, or a principal where authentication is disabled.
 */
export function createIdentify(
  identifiers: readonly Identifier[],
  anonymous: Principal | null = null,
): Identify {
  return async (request) => {
    for (const identifier of identifiers) {
      const principal = await identifier(request);
      if (principal !== undefined) return principal ?? anonymous;
    }
    return anonymous;
  };
}
