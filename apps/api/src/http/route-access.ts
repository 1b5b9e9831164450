import type { TokenScope } from '@sluice/contracts';

/**
 * The principals that may call a route: `anyone`, `users` (signed in; owners and access rows are
 * checked by the route) or `admins`.
 */
export type Access = 'anyone' | 'users' | 'admins';

/** The requirements of a route. */
export interface RouteAccess {
  access: Access;
  /**
   * The scope or scopes that a personal token needs. Null: no token may call the route. `tools`: any
   * token may; each tool needs a scope itself.
   */
  scope: TokenScope | readonly TokenScope[] | 'tools' | null;
}

/** No credentials are needed, so tokens need no scope either. */
const anyone: RouteAccess = { access: 'anyone', scope: null };
const users = (scope: RouteAccess['scope']): RouteAccess => ({ access: 'users', scope });
const admins = (scope: 'admin' | null): RouteAccess => ({ access: 'admins', scope });

/**
 * The access of every route, and the scope that personal tokens need. The route guard enforces it,
 * the start fails for a route without an entry, and a test calls each route as each kind of
 * principal and with each scope. Paths exclude the mount path.
 *
 * Closed to tokens: sessions, sign-in methods, tokens and public links, because a token must not
 * create or reveal credentials; drafts, because they are the open tabs of the workbench.
 */
export const routeAccess: Readonly<Record<string, RouteAccess>> = {
  'GET /api/app': anyone,
  'GET /api/health': anyone,
  'GET /api/openapi.json': anyone,
  'GET /api/ready': anyone,
  'GET /api/signout': anyone,
  'GET /auth/oauth': anyone,
  'GET /auth/oauth/callback': anyone,
  'GET /auth/oidc': anyone,
  'GET /auth/oidc/callback': anyone,
  'GET /auth/saml': anyone,
  'GET /auth/saml/metadata': anyone,
  'GET /api/links/:id/statements/:statementId/download.csv': anyone,
  'GET /api/links/:id/statements/:statementId/download.json': anyone,
  'GET /api/links/:id/statements/:statementId/download.ndjson': anyone,
  'GET /api/links/:id/statements/:statementId/download.xlsx': anyone,
  'GET /api/links/:id/statements/:statementId/results': anyone,
  'POST /api/links/open': anyone,
  'POST /api/password-reset/:id': anyone,
  'POST /api/signin': anyone,
  'POST /api/signout': anyone,
  'POST /api/signup': anyone,
  'POST /login/callback': anyone,

  'GET /api/batches': users('results:read'),
  'GET /api/batches/:id': users('results:read'),
  'GET /api/batches/:id/events': users('results:read'),
  'GET /api/batches/:id/links': users(null),
  'GET /api/batches/:id/shares': users('sql:run'),
  'GET /api/batches/:id/statements': users('results:read'),
  'GET /api/connection-accesses': users('admin'),
  'GET /api/connection-accesses/:id': users('admin'),
  'GET /api/connection-clients/:id': users('sql:run'),
  'GET /api/connections': users('schema:read'),
  'GET /api/connections/:id/schema': users('schema:read'),
  'GET /api/connections/:id/tables/detail': users('schema:read'),
  'GET /api/drafts': users(null),
  'GET /api/drafts/:id': users(null),
  'GET /api/drivers': users('schema:read'),
  'GET /api/queries': users('queries:read'),
  'GET /api/queries/:id': users('queries:read'),
  'GET /api/queries/:id/openapi.json': users('queries:read'),
  'GET /api/queries/:id/results.csv': users(['sql:run', 'results:read']),
  'GET /api/queries/:id/results.json': users(['sql:run', 'results:read']),
  'GET /api/queries/:id/results.ndjson': users(['sql:run', 'results:read']),
  'GET /api/queries/:id/results.parquet': users(['sql:run', 'results:read']),
  'GET /api/queries/:id/versions': users('queries:read'),
  'GET /api/queries/:id/versions/:number': users('queries:read'),
  'GET /api/query-history': users('results:read'),
  'GET /api/schema-info/:id': users('schema:read'),
  'GET /api/sessions': users(null),
  'GET /api/statements/:id': users('results:read'),
  'GET /api/statements/:id/download.csv': users('results:read'),
  'GET /api/statements/:id/download.json': users('results:read'),
  'GET /api/statements/:id/download.ndjson': users('results:read'),
  'GET /api/statements/:id/download.parquet': users('results:read'),
  'GET /api/statements/:id/download.xlsx': users('results:read'),
  'GET /api/statements/:id/results': users('results:read'),
  'GET /api/tags': users('queries:read'),
  'GET /api/tokens': users(null),
  'GET /api/users': users('admin'),
  'GET /api/users/:id': users('admin'),
  'GET /statement-results/:id.csv': users('results:read'),
  'GET /statement-results/:id.json': users('results:read'),
  'GET /statement-results/:id.ndjson': users('results:read'),
  'GET /statement-results/:id.parquet': users('results:read'),
  'GET /statement-results/:id.xlsx': users('results:read'),
  'POST /api/batches': users('sql:run'),
  'POST /api/batches/:id/links': users(null),
  'POST /api/batches/:id/shares': users('sql:run'),
  'POST /api/connection-clients': users('sql:run'),
  'POST /api/format-sql': users('queries:read'),
  'POST /api/queries': users('queries:write'),
  'POST /api/queries/:id/run': users('sql:run'),
  'POST /api/queries/:id/versions/:number/restore': users('queries:write'),
  'POST /api/statements/:id/compare': users('results:read'),
  'POST /api/statements/:id/view': users('results:read'),
  'POST /api/tokens': users(null),
  'PUT /api/batches/:id/cancel': users('sql:run'),
  'PUT /api/connection-clients/:id': users('sql:run'),
  'PUT /api/drafts/:id': users(null),
  'PUT /api/queries/:id': users('queries:write'),
  'PUT /api/users/:id': users('admin'),
  'DELETE /api/batches/:id/links/:linkId': users(null),
  'DELETE /api/batches/:id/shares/:shareId': users('sql:run'),
  'DELETE /api/connection-clients/:id': users('sql:run'),
  'DELETE /api/drafts/:id': users(null),
  'DELETE /api/queries/:id': users('queries:write'),
  'DELETE /api/sessions': users(null),
  'DELETE /api/sessions/:id': users(null),
  'DELETE /api/tokens/:id': users(null),

  'GET /mcp': users('tools'),
  'POST /mcp': users('tools'),
  'DELETE /mcp': users('tools'),

  'GET /api/audit': admins('admin'),
  'GET /api/connection-clients': admins('admin'),
  'GET /api/connections/:id': admins('admin'),
  'GET /api/service-tokens': admins(null),
  'GET /api/workers': admins('admin'),
  'GET /metrics': admins('admin'),
  'POST /api/connection-accesses': admins('admin'),
  'POST /api/connections': admins('admin'),
  'POST /api/service-tokens': admins(null),
  'POST /api/test-connection': admins('admin'),
  'GET /api/users/:id/identities': admins('admin'),
  'POST /api/users': admins('admin'),
  'PUT /api/connection-accesses/:id/expire': admins('admin'),
  'PUT /api/connections/:id': admins('admin'),
  'DELETE /api/connections/:id': admins('admin'),
  'DELETE /api/service-tokens/:id': admins(null),
  'DELETE /api/users/:id': admins('admin'),
  'DELETE /api/users/:id/identities/:origin': admins(null),
  'DELETE /api/users/:id/sessions': admins(null),
};

/** The pages of the web app. Anyone may load them; their data comes from the API. */
export const webPages = [
  '/',
  '/signin',
  '/signup',
  '/password-reset/:id',
  '/share/:token',
  '/queries',
  '/queries/:id',
  '/run/:id',
  '/query-table/:id',
  '/query-chart/:id',
  '/batches/:id',
  '/history',
  '/shared',
  '/profile',
  '/admin',
  '/admin/:section',
] as const;

const webPaths = new Set<string>([...webPages, '/assets/*', '/favicon.svg']);

/** The API viewer serves a tree of files. */
const docs = /^\/api\/docs(\/|$)/;

/** Returns the access of a route; undefined for an undeclared route. */
export function accessOf(method: string, path: string): RouteAccess | undefined {
  if (docs.test(path)) return anyone;
  if (webPaths.has(path) && (method === 'GET' || method === 'HEAD')) return anyone;
  return routeAccess[`${method === 'HEAD' ? 'GET' : method} ${path}`];
}
