import helmet from '@fastify/helmet';
import type { Scope } from '../scope.js';

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  },
};

/** The docs page brings a style sheet with inline pieces; scripts stay ours alone. */
export const docsPolicy = (policy: string): string =>
  policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/**
 * Strict headers on every answer, errors included; answers of the API are not kept by caches that
 * do not ask each time.
 */
export async function addSecurityHeaders(app: Scope): Promise<void> {
  await app.register(helmet, { global: true, contentSecurityPolicy });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'private, no-cache', 'x-request-id': request.id });
  });
}
