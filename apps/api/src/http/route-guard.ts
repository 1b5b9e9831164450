import { forbidden, unauthorized } from '@sluice/errors';
import { accessOf, type Access } from './route-access.js';
import type { Scope } from './scope.js';
import type { MinuteLimit } from '../limits/index.js';
import type { Identify } from './authentication.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. */
    access?: Access;
  }
}

/** Marks each route that is registered from now on with who may call it. @throws for one that is not declared. */
export function requireDeclaredAccess(app: Pick<Scope, 'addHook'>, baseUrl: string): void {
  app.addHook('onRoute', (route) => {
    const path = route.url.slice(baseUrl.length) || '/';
    const methods = [route.method].flat();
    const accesses = new Set(methods.map((method) => accessOf(method, path)));
    if (accesses.has(undefined)) {
      throw new Error(`${methods.join(' or ')} ${path} is not declared in route-access.ts`);
    }
    const [access, another] = accesses;
    // There is one guard for all methods of a route.
    if (access === undefined || another !== undefined) {
      throw new Error(
        `${methods.join(' and ')} ${path} are for different callers: register two routes`,
      );
    }
    route.config = { ...route.config, access };
  });
}

/** Lets nobody reach a route of this scope who may not call it, or has called too often. */
export function guardRoutes(scope: Scope, identify: Identify, requests: MinuteLimit): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (config.access === 'anyone') return;
    const principal = await identify(request);
    request.principal = principal;
    if (principal === null) {
      // A browser's own password box would pop up over the sign-in page.
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
