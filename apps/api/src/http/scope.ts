import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential, Principal } from '../identity/principal/index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a protected scope runs; null on anonymous requests. */
    principal: Principal | null;
    /** What told of the principal, where that can end without the principal; null elsewhere. */
    credential: Credential | null;
  }
}

/** A part of the app whose routes take zod schemas; what protects them is set where it is registered. */
export type Scope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
