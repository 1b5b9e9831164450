import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { openTestApi, type Caller, type TestApi } from './support.js';

const password = 'a password of some length';
const people = { alice: 'red', bob: 'red', carol: 'blue', dave: null } as const;
type Person = keyof typeof people;

interface World {
  api: TestApi;
  ids: Record<Person, string>;
  as: Record<Person, Caller>;
}

/** Two of one tenant, one of another, and one who is of none. */
async function open(t: Test, settings: Record<string, string>): Promise<World> {
  const api = await openTestApi({ settings });
  t.teardown(() => api.close());
  const world = { api, ids: {}, as: {} } as World;
  for (const [name, tenant] of Object.entries(people) as [Person, string | null][]) {
    const email = `${name}@example.com`;
    world.ids[name] = await api.addUser({ email, role: 'editor', password });
    world.as[name] = api.as(email, password);
    const data = tenant === null ? {} : { org: { name: tenant } };
    await api.sql.query('update users set data = $1 where email = $2', [data, email]);
  }
  return world;
}

/** Paths of a batch of Alice's, its statement and a client. */
async function ofAlice({ api, ids }: World): Promise<[method: string, path: string][]> {
  const [batch, statement, client] = [randomUUID(), randomUUID(), randomUUID()];
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'Sales', 'postgres', '') on conflict do nothing`);
  await api.sql.query(`
    with batch as (
      insert into batches (id, connection_id, status, stop_time, batch_text, user_id, tenant)
      values ('${batch}', 'c', 'finished', now(), 'select 1', '${ids.alice}', 'red')
      returning id), client as (
      insert into connection_clients
        (id, name, connection_id, user_id, worker_id, idle_timeout_seconds)
      values ('${client}', 'c', 'c', '${ids.alice}', 'w', 3600))
    insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
    select '${statement}', id, 1, 'select 1', 0, 8, 'finished' from batch`);
  await api.sql.query(`insert into workers (id, hostname, pid, lease_expires_at)
    values ('w', 'h', 1, now() + interval '1 hour') on conflict do nothing`);
  return [
    ['GET', `/api/batches/${batch}`],
    ['GET', `/api/batches/${batch}?wait=1`],
    ['GET', `/api/batches/${batch}/statements`],
    ['GET', `/api/batches/${batch}/events`],
    ['PUT', `/api/batches/${batch}/cancel`],
    ['GET', `/api/statements/${statement}`],
    ['GET', `/api/statements/${statement}/results`],
    ['GET', `/api/connection-clients/${client}`],
    ['PUT', `/api/connection-clients/${client}`],
    ['DELETE', `/api/connection-clients/${client}`],
  ];
}

const tenants = { SERVICE_TENANT_FIELD: 'data.org.name' };

t.test('what is another tenant’s is not there, and what is a colleague’s is refused', async (t) => {
  const world = await open(t, tenants);
  const missing = (await world.as.carol('GET', `/api/batches/${randomUUID()}`)).json<
    Record<string, unknown>
  >();
  for (const [method, path] of await ofAlice(world)) {
    const route = `${method} ${path}`;
    t.equal((await world.as.bob(method, path)).statusCode, 403, route);
    for (const name of ['carol', 'dave'] as const) {
      const answer = await world.as[name](method, path);
      t.equal(answer.statusCode, 404, `${route} as ${name}`);
      t.same(answer.json(), missing, 'like what was never there');
    }
    t.equal((await world.as.alice(method, path)).statusCode, 200, route);
  }
});

t.test('users see the users of their tenant', async (t) => {
  const world = await open(t, tenants);
  const { api, ids, as } = world;
  const namesFor = async (caller: Caller): Promise<string[]> =>
    (await caller('GET', '/api/users')).json<{ email: string }[]>().map(({ email }) => email);
  t.same(await namesFor(as.bob), ['alice@example.com', 'bob@example.com']);
  t.same(await namesFor(as.carol), ['carol@example.com']);
  t.same(await namesFor(as.dave), ['dave@example.com']);
  t.equal((await namesFor(api.admin)).length, 6, 'an admin sees all');
  t.equal((await as.bob('GET', `/api/users/${ids.alice}`)).statusCode, 200);
  t.equal((await as.carol('GET', `/api/users/${ids.alice}`)).statusCode, 404);
  t.equal((await as.dave('GET', `/api/users/${ids.dave}`)).statusCode, 200);
  t.equal((await api.admin('GET', `/api/users/${ids.alice}`)).statusCode, 200);
});

t.test('without tenants everybody is of one', async (t) => {
  const world = await open(t, {});
  for (const [method, path] of await ofAlice(world)) {
    t.equal((await world.as.carol(method, path)).statusCode, 403, `${method} ${path}`);
  }
  t.equal((await world.as.carol('GET', '/api/users')).json<unknown[]>().length, 6);
});
