import { randomUUID } from 'node:crypto';
import type { Query, QueryHistoryRow } from '@sluice/contracts';
import type { Test } from 'tap';
import { adminEmail, type ApiClient, type TestApi } from './support.js';
import { openApi } from './fixtures.js';

const password = 'a password of some length';

/** An API with users, service tokens and two connections; editors may use `c`. */
interface QueryHarness {
  api: TestApi;
  ids: Record<string, string>;
  as: Record<string, ApiClient>;
  /** Saves a query. */
  save(caller: ApiClient, body?: Record<string, unknown>): Promise<Query>;
}

/** Opens the API; `people` maps the names of editors to their tenant. */
export async function openQueryHarness(
  t: Test,
  people: Record<string, string | null>,
  settings: Record<string, string> = {},
): Promise<QueryHarness> {
  const api = await openApi(t, {
    settings: {
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      ...settings,
    },
  });
  const ids: Record<string, string> = {};
  const as: Record<string, ApiClient> = { admin: api.admin };
  for (const [name, tenant] of Object.entries(people)) {
    const email = `${name}@example.com`;
    ids[name] = await api.addUser({ email, role: 'editor', password });
    as[name] = api.as(email, password);
    const data = tenant === null ? {} : { tenant };
    await api.sql.query('update users set data = $1, name = $2 where email = $3', [
      data,
      name,
      email,
    ]);
  }
  const [admin] = await api.sql.query<{ id: string }>('select id from users where email = $1', [
    adminEmail,
  ]);
  ids['admin'] = admin?.id ?? '';
  for (const [name, role] of [
    ['token', 'editor'],
    ['root token', 'admin'],
  ] as const) {
    const made = await api.admin('POST', '/api/service-tokens', { name, role });
    const { id, token } = made.json<{ id: string; token: string }>();
    ids[name] = id;
    as[name] = (method, url, body, headers) =>
      api.anonymous(method, url, body, { authorization: `Bearer ${token}`, ...headers });
  }
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'Sales', 'postgres', ''), ('hidden', 'Wages', 'mysql', '')`);
  await api.sql.query(`insert into connection_accesses (connection_id, user_id, expiry_date)
    values ('c', '__EVERYONE__', '2099-01-01')`);
  return {
    api,
    ids,
    as,
    save: async (caller, body = {}) => {
      const response = await caller('POST', '/api/queries', body);
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json();
    },
  };
}

/** Inserts a finished batch for the history and returns its id. */
export async function writeBatch(
  { sql }: TestApi,
  fields: Record<string, unknown>,
): Promise<string> {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    connection_id: 'c',
    status: 'finished',
    batch_text: 'select 1',
    tenant: 'x',
    start_time: '2026-01-01T00:00:00Z',
    stop_time: '2026-01-01T00:00:01Z',
    ...fields,
  };
  row['created_at'] ??= row['start_time'];
  const names = Object.keys(row);
  await sql.query(
    `insert into batches (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  );
  return String(row['id']);
}

export const history = async (caller: ApiClient, query = ''): Promise<QueryHistoryRow[]> => {
  const response = await caller('GET', `/api/query-history${query}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
};
