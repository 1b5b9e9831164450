import { randomUUID } from 'node:crypto';
import type { AuditEvent, BatchListItem, BatchShare } from '@sluice/contracts';
import t, { type Test } from 'tap';
import { openApi, userIdOf } from './fixtures.js';
import { tokenClient } from './personal-token-support.js';
import { editorEmail, editorPassword } from './support.js';

/** An API with a batch of the editor and another user. */
async function open(t: Test, settings: Record<string, string> = {}) {
  const api = await openApi(t, { settings });
  const ownerId = await userIdOf(api, editorEmail);
  const addReader = async (name: string) => {
    const email = `${name}@example.com`;
    const id = await api.addUser({ email, role: 'editor', password: editorPassword });
    return { id, email, call: api.as(email, editorPassword) };
  };
  const insertBatch = async (connectionId = 'c', userId = ownerId): Promise<string> => {
    const id = randomUUID();
    await api.sql.query(`
      with batch as (
        insert into batches (id, connection_id, status, stop_time, batch_text, user_id, tenant)
        values ('${id}', '${connectionId}', 'finished', now(), 'select 1', '${userId}', '${userId}')
        returning id)
      insert into statements
        (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
      select gen_random_uuid(), id, 1, 'select 1', 0, 8, 'finished' from batch`);
    return id;
  };
  const batchId = await insertBatch();
  return {
    ...api,
    ownerId,
    addReader,
    insertBatch,
    batchId,
    path: `/api/batches/${batchId}/shares`,
    reader: await addReader('reader'),
  };
}

t.test('input errors name the field', async (t) => {
  const api = await open(t);
  const { reader, ownerId, path } = api;
  const { email } = reader;
  const userId = reader.id;
  const refusals: [body: unknown, field: string, message: RegExp][] = [
    [{}, 'userId', /or groupId is required/],
    [{ userId: null, groupId: null }, 'userId', /or groupId is required/],
    [{ userId, groupId: '__EVERYONE__' }, 'userId', /may not be combined/],
    [{ userId: 'unknown' }, 'userId', /User does not exist/],
    [{ userId: email }, 'userId', /User does not exist/],
    [{ userId: '__EVERYONE__' }, 'userId', /User does not exist/],
    [{ userId: ownerId }, 'userId', /owner/],
    [{ userId: '' }, 'userId', /./],
    [{ userId: 5 }, 'userId', /./],
    [{ userId: 'x'.repeat(256) }, 'userId', /./],
    [{ groupId: 'admins' }, 'groupId', /must be __EVERYONE__/],
    [{ groupId: 5 }, 'groupId', /must be __EVERYONE__/],
    ...[0, -1, 1.5, '60', 1e10, [], true].map((expiresInSeconds): [unknown, string, RegExp] => [
      { userId, expiresInSeconds },
      'expiresInSeconds',
      /./,
    ]),
  ];
  for (const [body, field, message] of refusals) {
    const refused = await api.editor('POST', path, body as Record<string, unknown>);
    t.equal(refused.statusCode, 400, JSON.stringify(body).slice(0, 80));
    t.match(refused.json(), { errors: [{ path: field, message }] }, JSON.stringify(body));
  }
  t.same((await api.editor('GET', path)).json(), [], 'nothing was shared');
  const adminId = await userIdOf(api, 'admin@example.com');
  const self = await api.admin('POST', path, { userId: adminId });
  t.match(self.json(), { errors: [{ path: 'userId', message: 'You cannot share with yourself' }] });

  for (const url of [
    `/api/batches/${randomUUID()}/shares`,
    '/api/batches/x/shares',
    `${path}/x`,
    `${path}/${randomUUID()}`,
  ]) {
    const method = url.startsWith(`${path}/`) ? 'DELETE' : 'GET';
    t.equal((await api.editor(method, url)).statusCode, 404, url);
  }
});

t.test('a share belongs to one batch, and a second one replaces its expiry', async (t) => {
  const { editor, reader, ownerId, path, insertBatch, sql } = await open(t);
  const share = async (body: Record<string, unknown>) =>
    (await editor('POST', path, body)).json<BatchShare>();
  const first = await share({ userId: reader.id, expiresInSeconds: 3600 });
  t.match(first, {
    userId: reader.id,
    groupId: null,
    user: { id: reader.id, name: null, email: reader.email },
    createdBy: ownerId,
  });
  const lifetime = Date.parse(first.expiresAt ?? '') - Date.parse(first.createdAt);
  t.equal(Math.round(lifetime / 1000), 3600);
  const again = await share({ userId: reader.id });
  t.match(again, { id: first.id, expiresAt: null });
  const group = await share({ groupId: '__EVERYONE__', expiresInSeconds: 1 });
  t.match(group, { userId: null, groupId: '__EVERYONE__', user: null });
  t.same(
    (await editor('GET', path)).json<BatchShare[]>().map(({ id }) => id),
    [first.id, group.id],
  );
  const paged = await editor('GET', `${path}?limit=1&offset=1`);
  t.same(paged.json<BatchShare[]>().length, 1);
  t.match(paged.headers.link, /rel="prev"/);
  await sql.query('update batch_shares set expires_at = now() where id = $1', [group.id]);
  t.equal((await editor('GET', path)).json<unknown[]>().length, 1, 'expired shares are not listed');
  const other = await insertBatch();
  t.equal(
    (await editor('DELETE', `/api/batches/${other}/shares/${first.id}`)).statusCode,
    404,
    'the share of another batch',
  );
  t.equal((await editor('DELETE', `${path}/${first.id}`)).statusCode, 200);
  t.equal((await editor('DELETE', `${path}/${first.id}`)).statusCode, 404);

  await sql.query(
    `insert into batch_shares (id, batch_id, user_id, created_by)
     select gen_random_uuid(), $1, 'user ' || n, 'x' from generate_series(1, 500) n`,
    [path.split('/')[3]],
  );
  t.match((await editor('POST', path, { userId: reader.id })).json(), {
    errors: [{ path: 'userId', message: /500 shares/ }],
  });
});

t.test('users of other tenants are unknown, also to admins', async (t) => {
  const { editor, admin, reader, ownerId, path, sql } = await open(t, {
    SERVICE_TENANT_FIELD: 'data.org',
  });
  const tenant = (id: string, name: string) =>
    sql.query(`update users set data = json_build_object('org', $2::text) where id = $1`, [
      id,
      name,
    ]);
  await tenant(ownerId, 'red');
  await tenant(reader.id, 'blue');
  for (const call of [editor, admin]) {
    const refused = await call('POST', path, { userId: reader.id });
    t.match(refused.json(), { errors: [{ path: 'userId', message: 'User does not exist' }] });
  }
  await tenant(reader.id, 'red');
  t.equal((await admin('POST', path, { userId: reader.id })).statusCode, 200);
});

t.test('a service token can be shared with', async (t) => {
  const { admin, anonymous, editor, batchId, path } = await open(t, {
    SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
  });
  const made = await admin('POST', '/api/service-tokens', { name: 'ci', role: 'editor' });
  const { id, token } = made.json<{ id: string; token: string }>();
  const read = async () => {
    const authorization = `Bearer ${token}`;
    return (await anonymous('GET', `/api/batches/${batchId}`, undefined, { authorization }))
      .statusCode;
  };
  t.equal(await read(), 403);
  t.equal((await editor('POST', path, { userId: id })).statusCode, 200);
  t.equal(await read(), 200);
});

t.test('the list of shared batches has those of others, newest first', async (t) => {
  const { editor, admin, reader, batchId, path, insertBatch, addReader } = await open(t);
  const second = await insertBatch('d');
  const unshared = await insertBatch();
  await insertBatch('c', reader.id);
  await editor('POST', path, { userId: reader.id });
  await editor('POST', `/api/batches/${second}/shares`, { groupId: '__EVERYONE__' });
  await editor('POST', `/api/batches/${second}/shares`, { userId: reader.id });
  const listed = async (call = reader.call, query = '') => {
    const response = await call('GET', `/api/batches?sharedWithMe=true${query}`);
    return response.json<BatchListItem[]>().map(({ id }) => id);
  };
  t.same(await listed(), [second, batchId], 'each once');
  t.same(await listed(reader.call, '&limit=1&offset=1'), [batchId]);
  t.same(await listed(reader.call, '&status=started'), []);
  t.same(await listed(reader.call, '&queryId=x'), []);
  t.same(await listed(editor), [], 'own batches are not shared with their owner');
  t.same(await listed(admin), [second], 'admins see those that are shared with them');
  t.same(await listed((await addReader('late')).call), [second]);
  const whole = await reader.call('GET', '/api/batches?sharedWithMe=true&includeStatements=true');
  t.equal(whole.json<BatchListItem[]>()[0]?.statements?.length, 1);
  const etag = String(whole.headers.etag);
  const again = await reader.call(
    'GET',
    '/api/batches?sharedWithMe=true&includeStatements=true',
    undefined,
    { 'if-none-match': etag },
  );
  t.equal(again.statusCode, 304);
  const own = (await reader.call('GET', '/api/batches')).json<BatchListItem[]>();
  t.notOk(own.some(({ id }) => [batchId, second, unshared].includes(id)));
});

t.test('personal tokens need the scopes of today, and reach only their connections', async (t) => {
  const api = await open(t);
  const { editor, reader, batchId, path, insertBatch } = api;
  const elsewhere = await insertBatch('d');
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'C', 'postgres', ''), ('d', 'D', 'postgres', '')`);
  for (const id of [batchId, elsewhere]) {
    await editor('POST', `/api/batches/${id}/shares`, { userId: reader.id });
  }
  const limited = await tokenClient(api, reader.call, {
    scopes: ['results:read', 'sql:run'],
    connectionIds: ['c'],
  });
  t.equal((await limited('GET', `/api/batches/${batchId}`)).statusCode, 200);
  const [{ id: statement } = { id: '' }] = await api.sql.query<{ id: string }>(
    'select id from statements where batch_id = $1',
    [elsewhere],
  );
  for (const url of [
    `/api/batches/${elsewhere}`,
    `/api/batches/${elsewhere}/statements`,
    `/api/batches/${elsewhere}/events`,
    `/api/statements/${statement}`,
    `/api/statements/${statement}/results`,
    `/api/statements/${statement}/download.csv`,
  ]) {
    t.match((await limited('GET', url)).json(), { code: 'token_connection' }, url);
  }
  const listed = await limited('GET', '/api/batches?sharedWithMe=true');
  t.same(
    listed.json<BatchListItem[]>().map(({ id }) => id),
    [batchId],
  );
  const reading = await tokenClient(api, editor, { scopes: ['results:read'] });
  const running = await tokenClient(api, editor, { scopes: ['sql:run'], connectionIds: ['c'] });
  const body = { groupId: '__EVERYONE__' };
  t.match((await reading('POST', path, body)).json(), { code: 'token_scope' });
  t.match((await reading('GET', path)).json(), { code: 'token_scope' });
  t.equal((await running('POST', path, body)).statusCode, 200);
  t.equal((await running('GET', path)).statusCode, 200);
  t.match((await running('GET', `/api/batches/${elsewhere}/shares`)).json(), {
    code: 'token_connection',
  });
  const ofAdmin = await tokenClient(api, api.admin, { scopes: ['sql:run', 'results:read'] });
  t.equal((await ofAdmin('GET', path)).statusCode, 403, 'a token of an admin without that scope');
  t.equal((await ofAdmin('GET', `/api/batches/${batchId}`)).statusCode, 200, 'by the share');
});

t.test('the audit log names the share, its creator and its reader', async (t) => {
  const { editor, admin, reader, ownerId, batchId, path } = await open(t);
  const { id } = (
    await editor('POST', path, { userId: reader.id, expiresInSeconds: 60 })
  ).json<BatchShare>();
  const group = (await admin('POST', path, { groupId: '__EVERYONE__' })).json<BatchShare>();
  await admin('DELETE', `${path}/${id}`);
  await editor('DELETE', `${path}/${group.id}`);
  await editor('POST', path, { userId: 'unknown' });
  await reader.call('GET', path);
  const events = async (action: string) =>
    (await admin('GET', `/api/audit?action=${action}`)).json<AuditEvent[]>();
  const target = `batches/${batchId}`;
  t.match(await events('share.created'), [
    {
      actorName: 'admin@example.com',
      target,
      detail: { shareId: group.id, groupId: '__EVERYONE__', ownerId, expiresInSeconds: null },
    },
    {
      actorId: ownerId,
      target,
      address: '127.0.0.1',
      detail: { shareId: id, userId: reader.id, ownerId, expiresInSeconds: 60 },
    },
  ]);
  t.match(await events('share.deleted'), [
    { actorId: ownerId, target, detail: { shareId: group.id, groupId: '__EVERYONE__' } },
    { actorName: 'admin@example.com', target, detail: { shareId: id, userId: reader.id } },
  ]);
  t.match(await events('request'), [
    { actorId: reader.id, outcome: 'refused', detail: { ownerId } },
  ]);
});
