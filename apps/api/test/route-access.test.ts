import { randomUUID } from 'node:crypto';
import { requireDeclaredAccess, routeAccess } from '@sluice/api';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { everyMethod, openIdleTelemetry } from './every-route.js';
import { editorEmail, editorPassword, openTestApi, type Caller, type TestApi } from './support.js';

/** Who asks; `owner` made what is asked for, or may use it. */
const callers = [
  'anonymous',
  'owner',
  'other',
  'admin',
  'editor token',
  'admin token',
  'disabled',
] as const;
type CallerName = (typeof callers)[number];
type Row = readonly [number, number, number, number, number, number, number];

const tokenSecret = 'a-secret-of-at-least-32-characters-0';

interface World {
  api: TestApi;
  ownerId: string;
  as: Record<CallerName, Caller>;
}

/** What is sent; the path of a route without parameters is its own. */
interface Sent {
  path?: string;
  body?: Record<string, unknown> | string;
  headers?: Record<string, string>;
}

interface RouteCase {
  /** Makes what the request is about, anew for each caller. */
  request?(world: World): Sent | Promise<Sent>;
  /** Expected statuses, in the order of {@link callers}. */
  statuses: Row;
}

const all = (status: number): Row => [status, status, status, status, status, status, status];
/** For whoever is signed in. */
const everyUser = (status: number): Row => [401, status, status, status, status, status, 401];
/** For the owner and for admins. */
const ownerAndAdmins = (status: number): Row => [401, status, 403, status, 403, status, 401];
const ownerOnly = (status: number): Row => [401, status, 403, 403, 403, 403, 401];
/** What is another's is not there. */
const ownerAlone = (status: number): Row => [401, status, 404, 404, 404, 404, 401];
const admins = (status: number): Row => [401, 403, 403, status, 403, status, 401];

async function openWorld(t: Test): Promise<World> {
  const telemetry = await openIdleTelemetry(t);
  const api = await openTestApi({
    settings: {
      SERVICE_SERVICE_TOKEN_SECRET: tokenSecret,
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      ...everyMethod(),
    },
    dependencies: { telemetry },
    answer: ({ kind }) =>
      kind === 'open-client' ? { error: refusedByDatabase } : { body: '{"schemas":[]}' },
  });
  t.teardown(() => api.close());
  await api.sql.query(`insert into workers (id, hostname, pid, lease_expires_at)
    values ('w', 'h', 1, now() + interval '1 hour')`);
  const person = async (email: string) => {
    await api.addUser({ email, role: 'editor', password: editorPassword });
    return api.as(email, editorPassword);
  };
  const token = async (role: string): Promise<Caller> => {
    const made = await api.admin('POST', '/api/service-tokens', { name: role, role });
    const authorization = `Bearer ${made.json<{ token: string }>().token}`;
    return (method, url, body, headers) =>
      api.anonymous(method, url, body, { authorization, ...headers });
  };
  const disabled = await signedInAndDisabled(api);
  const [owner] = await api.sql.query<{ id: string }>(
    `select id from users where email = '${editorEmail}'`,
  );
  const ownerId = owner?.id ?? '';
  await api.admin('POST', '/api/connections', { ...connection, id: 'c' });
  await api.admin('POST', '/api/connection-accesses', { connectionId: 'c', userId: ownerId });
  return {
    api,
    ownerId,
    as: {
      anonymous: api.anonymous,
      owner: api.editor,
      other: await person('other@example.com'),
      admin: api.admin,
      'editor token': await token('editor'),
      'admin token': await token('admin'),
      disabled,
    },
  };
}

/** By the cookie of a session that began before: a password would be counted as a failed sign-in each time. */
async function signedInAndDisabled(api: TestApi): Promise<Caller> {
  const email = 'disabled@example.com';
  await api.addUser({ email, role: 'admin', password: editorPassword });
  const signedIn = await api.anonymous('POST', '/api/signin', { email, password: editorPassword });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  await api.sql.query(`update users set disabled = true where email = '${email}'`);
  return (method, url, body, headers) => api.anonymous(method, url, body, { cookie, ...headers });
}

const refusedByDatabase = { code: 'connect_failed', title: 'refused' };
const connection = {
  name: 'C',
  driver: 'postgres',
  data: { host: 'h', database: 'd', username: 'u', password: 'p' },
};

/** A batch of the owner that has ended, with one statement that gave no rows. */
async function finished({ api, ownerId }: World): Promise<{ batch: string; statement: string }> {
  const [batch, statement] = [randomUUID(), randomUUID()];
  await api.sql.query(`
    with batch as (
      insert into batches (id, connection_id, status, stop_time, batch_text, user_id, tenant)
      values ('${batch}', 'c', 'finished', now(), 'select 1', '${ownerId}', '${ownerId}')
      returning id)
    insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
    select '${statement}', id, 1, 'select 1', 0, 8, 'finished' from batch`);
  return { batch, statement };
}

async function openClient({ api, ownerId }: World): Promise<string> {
  const id = randomUUID();
  await api.sql.query(`
    insert into connection_clients (id, name, connection_id, user_id, worker_id, idle_timeout_seconds)
    values ('${id}', 'c', 'c', '${ownerId}', 'w', 3600)`);
  return id;
}

const newUser = async ({ api }: World): Promise<string> =>
  api.addUser({ email: `${randomUUID()}@example.com`, role: 'editor' });

const newAccess = async (world: World): Promise<number> => {
  const made = await world.api.admin('POST', '/api/connection-accesses', {
    connectionId: 'c',
    userId: await newUser(world),
  });
  return made.json<{ id: number }>().id;
};

const ownAccess = async ({ api, ownerId }: World): Promise<number> => {
  const [row] = await api.sql.query<{ id: number }>(
    `select id from connection_accesses where user_id = '${ownerId}'`,
  );
  return row?.id ?? 0;
};

const newConnection = async ({ api }: World): Promise<string> =>
  (await api.admin('POST', '/api/connections', connection)).json<{ id: string }>().id;

const newQuery = async ({ as }: World): Promise<Sent> => {
  const made = await as.owner('POST', '/api/queries', { name: 'q' });
  return { path: `/api/queries/${made.json<{ id: string }>().id}` };
};

const newToken = async ({ api }: World): Promise<string> =>
  (await api.admin('POST', '/api/service-tokens', { name: randomUUID(), role: 'editor' })).json<{
    id: string;
  }>().id;

/** Of the owner. */
const ownSession = async ({ api }: World): Promise<Sent> => {
  const body = { email: editorEmail, password: editorPassword };
  await api.anonymous('POST', '/api/signin', body);
  const listed = await api.editor('GET', '/api/sessions');
  const [session] = listed.json<{ id: string }[]>();
  return { path: `/api/sessions/${session?.id}` };
};

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const batchPath =
  (suffix = '') =>
  async (world: World): Promise<Sent> => ({
    path: `/api/batches/${(await finished(world)).batch}${suffix}`,
  });
const statementPath =
  (suffix = '') =>
  async (world: World): Promise<Sent> => ({
    path: `/api/statements/${(await finished(world)).statement}${suffix}`,
  });
const clientPath = async (world: World): Promise<Sent> => ({
  path: `/api/connection-clients/${await openClient(world)}`,
});

const downloads = Object.fromEntries(
  ['csv', 'json', 'ndjson', 'xlsx'].flatMap((format): [string, RouteCase][] => [
    [
      `GET /api/statements/:id/download.${format}`,
      { request: statementPath(`/download.${format}`), statuses: ownerOnly(200) },
    ],
    [
      `GET /statement-results/:id.${format}`,
      {
        request: async (world) => ({
          path: `/statement-results/${(await finished(world)).statement}.${format}`,
        }),
        statuses: ownerOnly(200),
      },
    ],
  ]),
);

/** Each declared route with what every kind of caller gets. */
const cases: Record<string, RouteCase> = {
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
  'GET /api/batches/:id/statements': {
    request: batchPath('/statements'),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/connection-accesses': { statuses: everyUser(200) },
  'GET /api/connection-accesses/:id': {
    request: async (world) => ({ path: `/api/connection-accesses/${await ownAccess(world)}` }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/connection-clients/:id': { request: clientPath, statuses: ownerAndAdmins(200) },
  'GET /api/connections': { statuses: everyUser(200) },
  'GET /api/connections/:id/schema': {
    request: () => ({ path: '/api/connections/c/schema' }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/drivers': { statuses: everyUser(200) },
  'GET /api/queries': { statuses: everyUser(200) },
  'GET /api/queries/:id': { request: newQuery, statuses: ownerAndAdmins(200) },
  'GET /api/query-history': { statuses: everyUser(200) },
  'GET /api/schema-info/:id': {
    request: () => ({ path: '/api/schema-info/c' }),
    statuses: ownerAndAdmins(200),
  },
  'GET /api/sessions': { statuses: everyUser(200) },
  'GET /api/statements/:id': { request: statementPath(), statuses: ownerAndAdmins(200) },
  ...downloads,
  'GET /api/statements/:id/results': {
    request: statementPath('/results'),
    statuses: ownerOnly(200),
  },
  'GET /api/tags': { statuses: everyUser(200) },
  'GET /api/users': { statuses: everyUser(200) },
  'GET /api/users/:id': {
    request: ({ ownerId }) => ({ path: `/api/users/${ownerId}` }),
    statuses: everyUser(200),
  },
  'POST /api/batches': {
    request: () => ({ body: { connectionId: 'c', batchText: 'select 1' } }),
    statuses: ownerAndAdmins(200),
  },
  'POST /api/connection-clients': {
    // The database refuses: the caller may open one.
    request: () => ({ body: { connectionId: 'c' } }),
    statuses: ownerAndAdmins(400),
  },
  'POST /api/format-sql': {
    request: () => ({ body: { query: 'select 1' } }),
    statuses: everyUser(200),
  },
  'POST /api/queries': { request: () => ({ body: { name: 'q' } }), statuses: everyUser(200) },
  'PUT /api/batches/:id/cancel': { request: batchPath('/cancel'), statuses: ownerAndAdmins(200) },
  'PUT /api/connection-clients/:id': { request: clientPath, statuses: ownerOnly(200) },
  'PUT /api/queries/:id': {
    request: async (world) => ({ ...(await newQuery(world)), body: { name: 'r' } }),
    statuses: ownerAndAdmins(200),
  },
  'PUT /api/users/:id': {
    request: ({ ownerId }) => ({ path: `/api/users/${ownerId}`, body: { name: 'New' } }),
    statuses: ownerAndAdmins(200),
  },
  'DELETE /api/connection-clients/:id': { request: clientPath, statuses: ownerAndAdmins(200) },
  'DELETE /api/sessions': { statuses: everyUser(200) },
  'DELETE /api/sessions/:id': { request: ownSession, statuses: ownerAlone(200) },
  'DELETE /api/queries/:id': { request: newQuery, statuses: ownerAndAdmins(200) },

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
    request: async (world) => ({ body: { connectionId: 'c', userId: await newUser(world) } }),
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
    request: async (world) => ({
      path: `/api/connection-accesses/${await newAccess(world)}/expire`,
    }),
    statuses: admins(200),
  },
  'PUT /api/connections/:id': {
    request: async (world) => ({
      path: `/api/connections/${await newConnection(world)}`,
      body: { name: 'D' },
    }),
    statuses: admins(200),
  },
  'DELETE /api/connections/:id': {
    request: async (world) => ({ path: `/api/connections/${await newConnection(world)}` }),
    statuses: admins(200),
  },
  'DELETE /api/service-tokens/:id': {
    request: async (world) => ({ path: `/api/service-tokens/${await newToken(world)}` }),
    statuses: admins(200),
  },
  'DELETE /api/users/:id': {
    request: async (world) => ({ path: `/api/users/${await newUser(world)}` }),
    statuses: admins(200),
  },
  'GET /api/users/:id/identities': {
    request: ({ ownerId }) => ({ path: `/api/users/${ownerId}/identities` }),
    statuses: admins(200),
  },
  'DELETE /api/users/:id/sessions': {
    request: async (world) => ({ path: `/api/users/${await newUser(world)}/sessions` }),
    statuses: admins(200),
  },
  'DELETE /api/users/:id/identities/:origin': {
    request: async (world) => {
      const id = await newUser(world);
      await world.api.sql.query(
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

t.test('every route, asked by every kind of caller', async (t) => {
  t.same(Object.keys(cases).sort(), Object.keys(routeAccess).sort(), 'no route is left out');
  const world = await openWorld(t);
  for (const [route, { request, statuses }] of Object.entries(cases)) {
    const [method = '', url = ''] = route.split(' ');
    t.ok(world.api.app.hasRoute({ method: method, url }), `${route} is there`);
    const got: number[] = [];
    for (const caller of callers) {
      const { path = url, body, headers } = (await request?.(world)) ?? {};
      got.push((await world.as[caller](method, path, body, headers)).statusCode);
    }
    t.same(got, statuses, route);
  }
});

t.test('a route that nobody has declared stops the start', async (t) => {
  const app = Fastify();
  t.teardown(() => app.close());
  requireDeclaredAccess(app, '/sub');
  app.get('/sub/api/health', () => ({}));
  t.throws(() => app.get('/sub/api/secrets', () => ({})), {
    message: 'GET /api/secrets is not declared in route-access.ts',
  });
  t.throws(() => app.delete('/sub/api/health', () => ({})), /not declared/);
  const handler = () => ({});
  const both = { method: ['GET', 'POST'], url: '/sub/api/connections', handler };
  t.throws(() => app.route(both), /different callers/, 'the laxer one would count for both');
});
