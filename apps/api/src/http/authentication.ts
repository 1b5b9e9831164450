import type { FastifyRequest } from 'fastify';
import type { Principal } from '../identity/principal/index.js';

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
