import helmet from '@fastify/helmet';
import type { Scope } from './scope.js';

/** A text, as helmet would build it anew for each request. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** The docs page brings a style sheet with inline pieces; scripts stay ours alone. */
export const docsPolicy = (policy: string): string =>
  policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** The workbench makes style elements, each with the nonce of its page; scripts stay files of ours. */
export const pagePolicy = (policy: string, nonce: string): string =>
  policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);

/**
 * Strict headers on every answer, errors included; answers of the API are not kept by caches that
 * do not ask each time.
 */
export async function addSecurityHeaders(app: Scope): Promise<void> {
  await app.register(helmet, { global: true, contentSecurityPolicy: false });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': contentSecurityPolicy,
      'x-request-id': request.id,
    });
    done();
  });
}
