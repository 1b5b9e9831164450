import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import type { ApiClient, TestApi } from './support.js';
import { openApi } from './fixtures.js';

const password = 'a password of some length';
const people = { alice: 'red', bob: 'red', carol: 'blue', dave: null } as const;
type Person = keyof typeof people;

interface Harness {
  api: TestApi;
  ids: Record<Person, string>;
  as: Record<Person, ApiClient>;
}

/** Opens an API with two users of one tenant, one of another and one without a tenant. */
async function open(t: Test, settings: Record<string, string>): Promise<Harness> {
  const api = await openApi(t, { settings });
  const harness = { api, ids: {}, as: {} } as Harness;
  for (const [name, tenant] of Object.entries(people) as [Person, string | null][]) {
    const email = `${name}@example.com`;
    harness.ids[name] = await api.addUser({ email, role: 'editor', password });
    harness.as[name] = api.as(email, password);
    const data = tenant === null ? {} : { org: { name: tenant } };
    await api.sql.query('update users set data = $1 where email = $2', [data, email]);
  }
  return harness;
}

/** Creates a batch, a statement and a connection client of Alice and returns their routes. */
async function resourcesOfAlice({ api, ids }: Harness): Promise<[method: string, path: string][]> {
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

t.test(
  'resources of another tenant return 404, those of a user of the same tenant 403',
  async (t) => {
    const harness = await open(t, tenants);
    const missing = (await harness.as.carol('GET', `/api/batches/${randomUUID()}`)).json<
      Record<string, unknown>
    >();
    for (const [method, path] of await resourcesOfAlice(harness)) {
      const route = `${method} ${path}`;
      t.equal((await harness.as.bob(method, path)).statusCode, 403, route);
      for (const name of ['carol', 'dave'] as const) {
        const response = await harness.as[name](method, path);
        t.equal(response.statusCode, 404, `${route} as ${name}`);
        t.same(response.json(), missing, 'the response equals that of an unknown batch');
      }
      t.equal((await harness.as.alice(method, path)).statusCode, 200, route);
    }
  },
);

t.test('users see only the users of their tenant', async (t) => {
  const harness = await open(t, tenants);
  const { api, ids, as } = harness;
  const namesFor = async (caller: ApiClient): Promise<string[]> =>
    (await caller('GET', '/api/users')).json<{ email: string }[]>().map(({ email }) => email);
  t.same(await namesFor(as.bob), ['alice@example.com', 'bob@example.com']);
  t.same(await namesFor(as.carol), ['carol@example.com']);
  t.same(await namesFor(as.dave), ['dave@example.com']);
  t.equal((await namesFor(api.admin)).length, 6, 'an admin sees all users');
  t.equal((await as.bob('GET', `/api/users/${ids.alice}`)).statusCode, 200);
  t.equal((await as.carol('GET', `/api/users/${ids.alice}`)).statusCode, 404);
  t.equal((await as.dave('GET', `/api/users/${ids.dave}`)).statusCode, 200);
  t.equal((await api.admin('GET', `/api/users/${ids.alice}`)).statusCode, 200);
});

t.test('without tenants all users share one', async (t) => {
  const harness = await open(t, {});
  for (const [method, path] of await resourcesOfAlice(harness)) {
    t.equal((await harness.as.carol(method, path)).statusCode, 403, `${method} ${path}`);
  }
  t.equal((await harness.as.carol('GET', '/api/users')).json<unknown[]>().length, 6);
});
