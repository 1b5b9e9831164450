import { forbidden, unauthorized } from '@sluice/errors';
import { accessOf, type Access, type RouteAccess } from './route-access.js';
import type { Scope } from './scope.js';
import type { RateLimit } from '../limits/index.js';
import type { Identify } from './authentication.js';
import type { Principal } from '../identity/principal/index.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The principals that may call the route. */
    access?: Access;
    /** As in {@link RouteAccess}. */
    tokenScope?: RouteAccess['scope'];
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
    const [access, ...others] = accesses;
    // One guard serves all methods of a route.
    if (
      access === undefined ||
      others.some((other) => other === undefined || !isSame(access, other))
    ) {
      throw new Error(
        `${methods.join(' and ')} ${path} have different access. Register two routes.`,
      );
    }
    route.config = { ...route.config, access: access.access, tokenScope: access.scope };
  });
}

const isSame = (one: RouteAccess, other: RouteAccess): boolean =>
  one.access === other.access && one.scope === other.scope;

/** @throws AppError 403 when the personal token of the request lacks a scope */
export function requireScope({ token }: Principal, scope: RouteAccess['scope']): void {
  if (token === undefined || scope === 'tools') return;
  if (scope === null) {
    throw forbidden('Personal tokens cannot be used for this request', 'token_route');
  }
  const missing = [scope].flat().find((needed) => !token.scopes.includes(needed));
  if (missing !== undefined) {
    throw forbidden(`This token needs the scope ${missing}`, 'token_scope');
  }
}

const basicChallenge = 'Basic realm="Sluice", charset="UTF-8"';

/**
 * Authenticates the requests of a scope, enforces the access of their routes and limits their rate.
 * `challenge` is the `WWW-Authenticate` header of a 401.
 */
export function guardRoutes(
  scope: Scope,
  identify: Identify,
  requests: RateLimit,
  challenge = basicChallenge,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (config.access === 'anyone') return;
    const principal = await identify(request);
    request.principal = principal;
    if (principal === null) {
      // Basic would make the browser show its password dialog over the sign-in page.
      if (challenge !== basicChallenge || request.headers['sec-fetch-mode'] === undefined) {
        reply.header('www-authenticate', challenge);
      }
      throw unauthorized();
    }
    requests.admit(principal.id);
    requireScope(principal, config.tokenScope ?? null);
    if (config.access === 'users' || principal.role === 'admin') return;
    throw forbidden();
  });
}
