/**
 * The principals that may call a route: `anyone`, `users` (signed in; owners and access rows are
 * checked by the route) or `admins`.
 */
export type Access = 'anyone' | 'users' | 'admins';

/**
 * The access of every route. The route guard enforces it, the start fails for a route without an
 * entry, and a test calls each route as each kind of principal. Paths exclude the mount path.
 */
export const routeAccess: Readonly<Record<string, Access>> = {
  'GET /api/app': 'anyone',
  'GET /api/health': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/ready': 'anyone',
  'GET /api/signout': 'anyone',
  'GET /auth/oauth': 'anyone',
  'GET /auth/oauth/callback': 'anyone',
  'GET /auth/oidc': 'anyone',
  'GET /auth/oidc/callback': 'anyone',
  'GET /auth/saml': 'anyone',
  'GET /auth/saml/metadata': 'anyone',
  'POST /api/password-reset/:id': 'anyone',
  'POST /api/signin': 'anyone',
  'POST /api/signout': 'anyone',
  'POST /api/signup': 'anyone',
  'POST /login/callback': 'anyone',

  'GET /api/batches': 'users',
  'GET /api/batches/:id': 'users',
  'GET /api/batches/:id/events': 'users',
  'GET /api/batches/:id/statements': 'users',
  'GET /api/connection-accesses': 'users',
  'GET /api/connection-accesses/:id': 'users',
  'GET /api/connection-clients/:id': 'users',
  'GET /api/connections': 'users',
  'GET /api/connections/:id/schema': 'users',
  'GET /api/drafts': 'users',
  'GET /api/drafts/:id': 'users',
  'GET /api/drivers': 'users',
  'GET /api/queries': 'users',
  'GET /api/queries/:id': 'users',
  'GET /api/queries/:id/versions': 'users',
  'GET /api/queries/:id/versions/:number': 'users',
  'GET /api/query-history': 'users',
  'GET /api/schema-info/:id': 'users',
  'GET /api/sessions': 'users',
  'GET /api/statements/:id': 'users',
  'GET /api/statements/:id/download.csv': 'users',
  'GET /api/statements/:id/download.json': 'users',
  'GET /api/statements/:id/download.ndjson': 'users',
  'GET /api/statements/:id/download.xlsx': 'users',
  'GET /api/statements/:id/results': 'users',
  'GET /api/tags': 'users',
  'GET /api/users': 'users',
  'GET /api/users/:id': 'users',
  'GET /statement-results/:id.csv': 'users',
  'GET /statement-results/:id.json': 'users',
  'GET /statement-results/:id.ndjson': 'users',
  'GET /statement-results/:id.xlsx': 'users',
  'POST /api/batches': 'users',
  'POST /api/connection-clients': 'users',
  'POST /api/format-sql': 'users',
  'POST /api/queries': 'users',
  'POST /api/queries/:id/versions/:number/restore': 'users',
  'POST /api/statements/:id/compare': 'users',
  'POST /api/statements/:id/view': 'users',
  'PUT /api/batches/:id/cancel': 'users',
  'PUT /api/connection-clients/:id': 'users',
  'PUT /api/drafts/:id': 'users',
  'PUT /api/queries/:id': 'users',
  'PUT /api/users/:id': 'users',
  'DELETE /api/connection-clients/:id': 'users',
  'DELETE /api/drafts/:id': 'users',
  'DELETE /api/queries/:id': 'users',
  'DELETE /api/sessions': 'users',
  'DELETE /api/sessions/:id': 'users',

  'GET /api/audit': 'admins',
  'GET /api/connection-clients': 'admins',
  'GET /api/connections/:id': 'admins',
  'GET /api/service-tokens': 'admins',
  'GET /api/workers': 'admins',
  'GET /metrics': 'admins',
  'POST /api/connection-accesses': 'admins',
  'POST /api/connections': 'admins',
  'POST /api/service-tokens': 'admins',
  'POST /api/test-connection': 'admins',
  'GET /api/users/:id/identities': 'admins',
  'POST /api/users': 'admins',
  'PUT /api/connection-accesses/:id/expire': 'admins',
  'PUT /api/connections/:id': 'admins',
  'DELETE /api/connections/:id': 'admins',
  'DELETE /api/service-tokens/:id': 'admins',
  'DELETE /api/users/:id': 'admins',
  'DELETE /api/users/:id/identities/:origin': 'admins',
  'DELETE /api/users/:id/sessions': 'admins',
};

/** The pages of the web app. Anyone may load them; their data comes from the API. */
export const webPages = [
  '/',
  '/signin',
  '/signup',
  '/password-reset/:id',
  '/queries',
  '/queries/:id',
  '/query-table/:id',
  '/query-chart/:id',
  '/batches/:id',
  '/history',
  '/profile',
  '/admin',
  '/admin/:section',
] as const;

const webPaths = new Set<string>([...webPages, '/assets/*', '/favicon.svg']);

/** The API viewer serves a tree of files. */
const docs = /^\/api\/docs(\/|$)/;

/** Returns the access of a route; undefined for an undeclared route. */
export function accessOf(method: string, path: string): Access | undefined {
  if (docs.test(path)) return 'anyone';
  if (webPaths.has(path) && (method === 'GET' || method === 'HEAD')) return 'anyone';
  return routeAccess[`${method === 'HEAD' ? 'GET' : method} ${path}`];
}
