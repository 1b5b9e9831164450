import { forbidden } from '@sluice/errors';
import type { FastifyRequest } from 'fastify';
import type { Scope } from './scope.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts posts of other sites' pages and verifies them itself. */
    acceptsOtherOrigins?: boolean;
    /** The GET route changes state, so requests from other sites are refused. */
    changesByGet?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses cross-origin changes: browsers send cookies and Basic credentials with requests of any
 * page, and report the origin of a request. Clients that send neither header pass.
 */
export function refuseOtherOrigins(app: Scope, publicUrl: string | undefined): void {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    const { acceptsOtherOrigins, changesByGet } = request.routeOptions.config;
    const isFine =
      (safeMethods.has(request.method) && changesByGet !== true) ||
      acceptsOtherOrigins === true ||
      isSameOrigin(request, publicOrigin);
    done(isFine ? undefined : forbidden('Cross-origin requests are not allowed', 'cross_origin'));
  });
}

function isSameOrigin({ headers }: FastifyRequest, publicOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // The scheme may differ, because TLS can end at a reverse proxy.
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
