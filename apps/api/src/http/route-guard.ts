import { forbidden, unauthorized } from '@sluice/errors';
import { accessOf, type Access } from './route-access.js';
import type { Scope } from './scope.js';
import type { RateLimit } from '../limits/index.js';
import type { Identify } from './authentication.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The principals that may call the route. */
    access?: Access;
  }
}

/** Adds its access to each route that is registered later. @throws for an undeclared route */
export function requireDeclaredAccess(app: Pick<Scope, 'addHook'>, baseUrl: string): void {
  app.addHook('onRoute', (route) => {
    const path = route.url.slice(baseUrl.length) || '/';
    const methods = [route.method].flat();
    const accesses = new Set(methods.map((method) => accessOf(method, path)));
    if (accesses.has(undefined)) {
      throw new Error(`${methods.join(' or ')} ${path} is not declared in route-access.ts`);
    }
    const [access, another] = accesses;
    // One guard serves all methods of a route.
    if (access === undefined || another !== undefined) {
      throw new Error(
        `${methods.join(' and ')} ${path} have different access. Register two routes.`,
      );
    }
    route.config = { ...route.config, access };
  });
}

/**
 * Authenticates the requests of a scope, enforces the access of their routes and limits their rate.
 */
export function guardRoutes(scope: Scope, identify: Identify, requests: RateLimit): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (config.access === 'anyone') return;
    const principal = await identify(request);
    request.principal = principal;
    if (principal === null) {
      // The header would make the browser show its password dialog over the sign-in page.
      if (request.headers['sec-fetch-mode'] === undefined) {
        reply.header('www-authenticate', 'Basic realm="Sluice", charset="UTF-8"');
      }
      throw unauthorized();
    }
    requests.admit(principal.id);
    if (config.access === 'users' || principal.role === 'admin') return;
    throw forbidden();
  });
}
