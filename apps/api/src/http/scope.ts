import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential, Principal } from '../identity/principal/index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handlers of a protected scope run; null on anonymous requests. */
    principal: Principal | null;
    /** The credential of the principal, if it can end before the principal does; null otherwise. */
    credential: Credential | null;
  }
}

/**
 * A Fastify scope whose routes use zod schemas. The place of its registration decides its
 * protection.
 */
export type Scope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
