import { forbidden } from '@sluice/errors';
import type { FastifyRequest } from 'fastify';
import type { Scope } from './scope.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes posts that other sites' pages send, and finds out itself whom to believe. */
    acceptsOtherOrigins?: boolean;
    /** The route changes something with GET, so other sites' pages and links must not lead to it. */
    changesByGet?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that a browser sends on behalf of another site: browsers replay cookies and Basic
 * credentials alike, and say where a request comes from. Programs send neither header and pass.
 */
export function refuseOtherOrigins(app: Scope, publicUrl: string | undefined): void {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    const { acceptsOtherOrigins, changesByGet } = request.routeOptions.config;
    const isFine =
      (safeMethods.has(request.method) && changesByGet !== true) ||
      acceptsOtherOrigins === true ||
      isSameOrigin(request, publicOrigin);
    done(isFine ? undefined : forbidden('Requests from other sites are refused', 'cross_origin'));
  });
}

function isSameOrigin({ headers }: FastifyRequest, publicOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // The scheme may differ: TLS can end at a proxy in front of this process.
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
