import { randomUUID } from 'node:crypto';
import { connection, type Harness } from './route-harness.js';
import { editorEmail, editorPassword } from './support.js';

/** A request; the path defaults to the route's path. */
export interface Sent {
  path?: string;
  body?: Record<string, unknown> | string;
  headers?: Record<string, string>;
}

/** Inserts a finished batch of the owner with one statement without rows. */
export async function finished({
  api,
  ownerId,
}: Harness): Promise<{ batch: string; statement: string }> {
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

/** Inserts a connection client of the owner; returns its ID. */
async function openClient({ api, ownerId }: Harness): Promise<string> {
  const id = randomUUID();
  await api.sql.query(`
    insert into connection_clients (id, name, connection_id, user_id, worker_id, idle_timeout_seconds)
    values ('${id}', 'c', 'c', '${ownerId}', 'w', 3600)`);
  return id;
}

/** Adds a user; returns the ID. */
export const newUser = async ({ api }: Harness): Promise<string> =>
  api.addUser({ email: `${randomUUID()}@example.com`, role: 'editor' });

/** Gives a new user access to the connection; returns the ID of the access. */
export const newAccess = async (harness: Harness): Promise<number> => {
  const made = await harness.api.admin('POST', '/api/connection-accesses', {
    connectionId: 'c',
    userId: await newUser(harness),
  });
  return made.json<{ id: number }>().id;
};

/** Returns the ID of the owner's access. */
export const ownAccess = async ({ api, ownerId }: Harness): Promise<number> => {
  const [row] = await api.sql.query<{ id: number }>(
    `select id from connection_accesses where user_id = '${ownerId}'`,
  );
  return row?.id ?? 0;
};

/** Adds a connection; returns its ID. */
export const newConnection = async ({ api }: Harness): Promise<string> =>
  (await api.admin('POST', '/api/connections', connection)).json<{ id: string }>().id;

/** Saves a query of the owner and returns a request for it. */
export const newQuery = async ({ as }: Harness): Promise<Sent> => {
  const made = await as.owner('POST', '/api/queries', { name: 'q' });
  return { path: `/api/queries/${made.json<{ id: string }>().id}` };
};

/** Writes a draft of the owner and returns a request for it. */
export const newDraft = async ({ as }: Harness): Promise<Sent> => {
  const path = `/api/drafts/${randomUUID()}`;
  await as.owner('PUT', path, { version: 0, text: 'x' });
  return { path };
};

/** Returns a function that saves a query and requests its versions. */
export const versionPath =
  (suffix = '') =>
  async (harness: Harness): Promise<Sent> => ({
    path: `${(await newQuery(harness)).path}/versions${suffix}`,
  });

/** Adds a service token; returns its ID. */
export const newToken = async ({ api }: Harness): Promise<string> =>
  (await api.admin('POST', '/api/service-tokens', { name: randomUUID(), role: 'editor' })).json<{
    id: string;
  }>().id;

/** Creates a personal token of the owner and returns a request for it. */
export const newPersonalToken = async ({ as }: Harness): Promise<Sent> => {
  const body = { name: randomUUID(), scopes: ['sql:run'] };
  const made = await as.owner('POST', '/api/tokens', body);
  return { path: `/api/tokens/${made.json<{ id: string }>().id}` };
};

/** Signs in as the owner and returns a request for the session. */
export const ownSession = async ({ api }: Harness): Promise<Sent> => {
  const body = { email: editorEmail, password: editorPassword };
  await api.anonymous('POST', '/api/signin', body);
  const listed = await api.editor('GET', '/api/sessions');
  const [session] = listed.json<{ id: string }[]>();
  return { path: `/api/sessions/${session?.id}` };
};

/** Returns a function that requests a finished batch. */
export const batchPath =
  (suffix = '') =>
  async (harness: Harness): Promise<Sent> => ({
    path: `/api/batches/${(await finished(harness)).batch}${suffix}`,
  });

/** Returns a function that requests a finished statement. */
export const statementPath =
  (suffix = '') =>
  async (harness: Harness): Promise<Sent> => ({
    path: `/api/statements/${(await finished(harness)).statement}${suffix}`,
  });

/** Shares a batch of the owner with everyone and returns a request for the share. */
export const newShare = async (harness: Harness): Promise<Sent> => {
  const path = `/api/batches/${(await finished(harness)).batch}/shares`;
  const made = await harness.as.owner('POST', path, { groupId: '__EVERYONE__' });
  return { path: `${path}/${made.json<{ id: string }>().id}` };
};

/** Creates a public link of the owner and returns a request for it. */
export const newLink = async (harness: Harness): Promise<Sent> => {
  const path = `/api/batches/${(await finished(harness)).batch}/links`;
  const made = await harness.as.owner('POST', path, { expiresInSeconds: 60 });
  return { path: `${path}/${made.json<{ id: string }>().id}` };
};

/** Opens a connection client of the owner and returns a request for it. */
export const clientPath = async (harness: Harness): Promise<Sent> => ({
  path: `/api/connection-clients/${await openClient(harness)}`,
});
