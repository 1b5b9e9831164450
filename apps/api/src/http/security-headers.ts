import helmet from '@fastify/helmet';
import type { Scope } from './scope.js';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** A constant, because helmet would build it for each request. */
const contentSecurityPolicy = [...policy, "worker-src 'self'", "form-action 'self'"].join('; ');

/** The policy of the page of public links, which has no workers and sends no forms. */
export const visitorPolicy = [...policy, "form-action 'none'"].join('; ');

/** The API viewer has inline styles. Scripts remain limited to our files. */
export const docsPolicy = (strict: string): string =>
  strict.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/**
 * The web app creates style elements with the nonce of the page. Scripts remain limited to our
 * files.
 */
export const pagePolicy = (strict: string, nonce: string): string =>
  strict.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);

/**
 * Sets strict headers on every response, errors included. Caches must revalidate the responses of
 * the API.
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
