import { randomUUID } from 'node:crypto';
import { editorEmail, editorPassword } from './support.js';
import { connection, type Harness } from './route-harness.js';
import {
  batchPath,
  clientPath,
  finished,
  newAccess,
  newConnection,
  newDraft,
  newLink,
  newPersonalToken,
  newQuery,
  newShare,
  newToken,
  newUser,
  ownAccess,
  ownSession,
  statementPath,
  versionPath,
  type Sent,
} from './route-resources.js';

type Row = readonly [number, number, number, number, number, number, number];

interface RouteCase {
  /** Creates the resource and the request, once for each principal. */
  request?(harness: Harness): Sent | Promise<Sent>;
  /** Expected statuses in the order of `principalNames`. */
  statuses: Row;
}

const all = (status: number): Row => [status, status, status, status, status, status, status];

/** Every signed-in user. */
const everyUser = (status: number): Row => [401, status, status, status, status, status, 401];
/** The owner and admins. */
const ownerAndAdmins = (status: number): Row => [401, status, 403, status, 403, status, 401];
const ownerOnly = (status: number): Row => [401, status, 403, 403, 403, 403, 401];
/** Only the owner; others get 404. */
const ownerOr404 = (status: number): Row => [401, status, 404, 404, 404, 404, 401];
const admins = (status: number): Row => [401, 403, 403, status, 403, status, 401];
/** Service tokens are not users, so they have no personal tokens; admins may delete all. */
const personUsers: Row = [401, 200, 200, 200, 403, 403, 401];
const ownerAndAdminsOr404: Row = [401, 200, 404, 200, 404, 200, 401];

/** Tokens only. */
const tokensOnly = (status: number): Row => [401, 401, 401, 401, status, status, 401];

/** The query has no connection; the request itself is allowed. */
const queryResults = Object.fromEntries(
  ['csv', 'json', 'ndjson', 'parquet'].map((format): [string, RouteCase] => [
    `GET /api/queries/:id/results.${format}`,
    {
      request: async (harness) => ({ path: `${(await newQuery(harness)).path}/results.${format}` }),
      statuses: ownerAndAdmins(400),
    },
  ]),
);

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const downloads = Object.fromEntries(
  ['csv', 'json', 'ndjson', 'xlsx', 'parquet'].flatMap((format): [string, RouteCase][] => [
    [
      `GET /api/statements/:id/download.${format}`,
      {
        request: statementPath(`/download.${format}`),
        statuses: ownerOnly(format === 'parquet' ? 400 : 200),
      },
    ],
    [
      `GET /statement-results/:id.${format}`,
      {
        request: async (harness) => ({
          path: `/statement-results/${(await finished(harness)).statement}.${format}`,
        }),
        statuses: ownerOnly(format === 'parquet' ? 400 : 200),
      },
    ],
  ]),
);

/** The statuses of every declared route by principal. */
export const cases: Record<string, RouteCase> = {
  'GET /api/app': { statuses: all(200) },
  'GET /api/health': { statuses: all(200) },
  'GET /api/openapi.json': { statuses: all(200) },
  'GET /api/ready': { statuses: all(200) },
  'GET /api/signout': { statuses: all(200) },
  'GET /auth/oauth': { statuses: all(302) },
  'GET /auth/oauth/callback': { statuses: all(302) },
  'GET /auth/oidc': { statuses: all(302) },
  'GET /auth/oidc/callback': { statuses: all(302) },
  'GET /auth/saml': { statuses: all(302) },
  'GET /auth/saml/metadata': { statuses: all(200) },
  ...Object.fromEntries(
    ['download.csv', 'download.json', 'download.ndjson', 'download.xlsx', 'results'].map(
      (name): [string, RouteCase] => [
        `GET /api/links/:id/statements/:statementId/${name}`,
        {
          request: () => ({ path: `/api/links/x/statements/x/${name}` }),
          statuses: all(404),
        },
      ],
    ),
  ),
  'POST /api/links/open': { request: () => ({ body: { token: 'x' } }), statuses: all(404) },
  'POST /api/password-reset/:id': {
    request: () => ({ path: '/api/password-reset/x', body: differing }),
    statuses: all(400),
  },
  'POST /api/signin': {
    request: () => ({ body: { email: editorEmail, password: editorPassword } }),
    statuses: all(200),
  },
  'POST /api/signout': { statuses: all(200) },
  'POST /api/signup': { request: () => ({ body: differing }), statuses: all(400) },
  'POST /login/callback': {
    request: () => ({ body: 'SAMLResponse=x', headers: form }),
    statuses: all(302),
  },

  'GET /api/batches': { statuses: everyUser(200) },
  'GET /api/batches/:id': { request: batchPath(), statuses: ownerAndAdmins(200) },
  'GET /api/batches/:id/events': { request: batchPath('/events'), statuses: ownerAndAdmins(200) },
  'GET /api/batches/:id/links': { request: batchPath('/links'), statuses: ownerAndAdmins(200) },
  'GET /api/batches/:id/shares': { request: batchPath('/shares'), statuses: ownerAndAdmins(200) },
  'GET /api/batches/:id/statements': {
    request: batchPath('/statements'),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/connection-accesses': { statuses: everyUser(200) },
  'GET /api/connection-accesses/:id': {
    request: async (harness) => ({ path: `/api/connection-accesses/${await ownAccess(harness)}` }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/connection-clients/:id': { request: clientPath, statuses: ownerAndAdmins(200) },
  'GET /api/connections': { statuses: everyUser(200) },
  'GET /api/connections/:id/schema': {
    request: () => ({ path: '/api/connections/c/schema' }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/connections/:id/tables/detail': {
    request: () => ({ path: '/api/connections/c/tables/detail?table=t' }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/drafts': { statuses: everyUser(200) },
  'GET /api/drafts/:id': { request: newDraft, statuses: ownerOr404(200) },
  'GET /api/drivers': { statuses: everyUser(200) },
  'GET /api/queries': { statuses: everyUser(200) },
  'GET /api/queries/:id': { request: newQuery, statuses: ownerAndAdmins(200) },
  'GET /api/queries/:id/openapi.json': {
    request: async (harness) => ({ path: `${(await newQuery(harness)).path}/openapi.json` }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/queries/:id/versions': { request: versionPath(), statuses: ownerAndAdmins(200) },
  'GET /api/queries/:id/versions/:number': {
    request: versionPath('/1'),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/query-history': { statuses: everyUser(200) },
  'GET /api/schema-info/:id': {
    request: () => ({ path: '/api/schema-info/c' }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/sessions': { statuses: everyUser(200) },
  'GET /api/statements/:id': { request: statementPath(), statuses: ownerAndAdmins(200) },
  ...downloads,
  ...queryResults,
  'GET /api/statements/:id/results': {
    request: statementPath('/results'),
    statuses: ownerOnly(200),
  },
  'GET /api/tags': { statuses: everyUser(200) },
  'GET /api/tokens': { statuses: everyUser(200) },
  'GET /api/users': { statuses: everyUser(200) },
  'GET /api/users/:id': {
    request: ({ ownerId }) => ({ path: `/api/users/${ownerId}` }),
    statuses: everyUser(200),
  },
  'POST /api/batches': {
    request: () => ({ body: { connectionId: 'c', batchText: 'select 1' } }),
    statuses: ownerAndAdmins(200),
  },
  'POST /api/batches/:id/links': {
    request: async (harness) => ({
      ...(await batchPath('/links')(harness)),
      body: { expiresInSeconds: 60 },
    }),
    statuses: ownerAndAdmins(200),
  },
  'POST /api/batches/:id/shares': {
    request: async (harness) => ({
      ...(await batchPath('/shares')(harness)),
      body: { userId: await newUser(harness), expiresInSeconds: 60 },
    }),
    statuses: ownerAndAdmins(200),
  },
  'POST /api/connection-clients': {
    // The target database refuses the connection; the request itself is allowed.
    request: () => ({ body: { connectionId: 'c' } }),
    statuses: ownerAndAdmins(400),
  },
  'POST /api/format-sql': {
    request: () => ({ body: { query: 'select 1' } }),
    statuses: everyUser(200),
  },
  'POST /api/queries': { request: () => ({ body: { name: 'q' } }), statuses: everyUser(200) },
  'POST /api/queries/:id/run': {
    // The query has no connection; the request itself is allowed.
    request: async (harness) => ({ path: `${(await newQuery(harness)).path}/run`, body: {} }),
    statuses: ownerAndAdmins(400),
  },
  'POST /api/queries/:id/versions/:number/restore': {
    request: versionPath('/1/restore'),
    statuses: ownerAndAdmins(200),
  },
  'POST /api/statements/:id/compare': {
    request: async (harness) => {
      const { statement } = await finished(harness);
      return { path: `/api/statements/${statement}/compare`, body: { before: statement } };
    },
    statuses: ownerOnly(200),
  },
  'POST /api/statements/:id/view': {
    request: async (harness) => ({ ...(await statementPath('/view')(harness)), body: {} }),
    statuses: ownerOnly(200),
  },
  'POST /api/tokens': {
    request: () => ({ body: { name: randomUUID(), scopes: ['sql:run'] } }),
    statuses: personUsers,
  },
  'PUT /api/batches/:id/cancel': { request: batchPath('/cancel'), statuses: ownerAndAdmins(200) },
  'PUT /api/connection-clients/:id': { request: clientPath, statuses: ownerOnly(200) },
  'PUT /api/drafts/:id': {
    request: () => ({ path: `/api/drafts/${randomUUID()}`, body: { version: 0, text: 'x' } }),
    statuses: everyUser(200),
  },
  'PUT /api/queries/:id': {
    request: async (harness) => ({ ...(await newQuery(harness)), body: { name: 'r' } }),
    statuses: ownerAndAdmins(200),
  },
  'PUT /api/users/:id': {
    request: ({ ownerId }) => ({ path: `/api/users/${ownerId}`, body: { name: 'New' } }),
    statuses: ownerAndAdmins(200),
  },
  'DELETE /api/batches/:id/links/:linkId': { request: newLink, statuses: ownerAndAdmins(200) },
  'DELETE /api/batches/:id/shares/:shareId': {
    request: newShare,
    statuses: ownerAndAdmins(200),
  },
  'DELETE /api/connection-clients/:id': { request: clientPath, statuses: ownerAndAdmins(200) },
  'DELETE /api/sessions': { statuses: everyUser(200) },
  'DELETE /api/sessions/:id': { request: ownSession, statuses: ownerOr404(200) },
  'DELETE /api/tokens/:id': { request: newPersonalToken, statuses: ownerAndAdminsOr404 },
  'DELETE /api/drafts/:id': { request: newDraft, statuses: ownerOr404(200) },
  'DELETE /api/queries/:id': { request: newQuery, statuses: ownerAndAdmins(200) },

  'GET /mcp': { statuses: tokensOnly(405) },
  'POST /mcp': {
    request: () => ({
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: { accept: 'application/json, text/event-stream' },
    }),
    statuses: tokensOnly(200),
  },
  'DELETE /mcp': { statuses: tokensOnly(405) },

  'GET /api/audit': { statuses: admins(200) },
  'GET /api/connection-clients': { statuses: admins(200) },
  'GET /api/connections/:id': {
    request: () => ({ path: '/api/connections/c' }),
    statuses: admins(200),
  },
  'GET /api/service-tokens': { statuses: admins(200) },
  'GET /api/workers': { statuses: admins(200) },
  'GET /metrics': { statuses: admins(200) },
  'POST /api/connection-accesses': {
    request: async (harness) => ({ body: { connectionId: 'c', userId: await newUser(harness) } }),
    statuses: admins(200),
  },
  'POST /api/connections': { request: () => ({ body: connection }), statuses: admins(200) },
  'POST /api/service-tokens': {
    request: () => ({ body: { name: randomUUID(), role: 'editor' } }),
    statuses: admins(200),
  },
  'POST /api/test-connection': { request: () => ({ body: connection }), statuses: admins(200) },
  'POST /api/users': {
    request: () => ({ body: { email: `${randomUUID()}@example.com`, role: 'editor' } }),
    statuses: admins(200),
  },
  'PUT /api/connection-accesses/:id/expire': {
    request: async (harness) => ({
      path: `/api/connection-accesses/${await newAccess(harness)}/expire`,
    }),
    statuses: admins(200),
  },
  'PUT /api/connections/:id': {
    request: async (harness) => ({
      path: `/api/connections/${await newConnection(harness)}`,
      body: { name: 'D' },
    }),
    statuses: admins(200),
  },
  'DELETE /api/connections/:id': {
    request: async (harness) => ({ path: `/api/connections/${await newConnection(harness)}` }),
    statuses: admins(200),
  },
  'DELETE /api/service-tokens/:id': {
    request: async (harness) => ({ path: `/api/service-tokens/${await newToken(harness)}` }),
    statuses: admins(200),
  },
  'DELETE /api/users/:id': {
    request: async (harness) => ({ path: `/api/users/${await newUser(harness)}` }),
    statuses: admins(200),
  },
  'GET /api/users/:id/identities': {
    request: ({ ownerId }) => ({ path: `/api/users/${ownerId}/identities` }),
    statuses: admins(200),
  },
  'DELETE /api/users/:id/sessions': {
    request: async (harness) => ({ path: `/api/users/${await newUser(harness)}/sessions` }),
    statuses: admins(200),
  },
  'DELETE /api/users/:id/identities/:origin': {
    request: async (harness) => {
      const id = await newUser(harness);
      await harness.api.sql.query(
        `insert into identities (origin, subject, user_id) values ('oidc', $1, $1)`,
        [id],
      );
      return { path: `/api/users/${id}/identities/oidc` };
    },
    statuses: admins(200),
  },
};

const differing = {
  email: 'x@example.com',
  password: 'one long password',
  passwordConfirmation: 'another long password',
};
