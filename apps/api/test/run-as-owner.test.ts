import type { Batch, Connection, ErrorBody, Query } from '@sluice/contracts';
import { startService, targetConnection, until, type TestClient } from '@sluice/testkit';
import t from 'tap';

const service = await startService({
  queue: 'redis',
  workersInProcess: true,
  settings: { SERVICE_PUBLIC_LINKS: 'true' },
});
t.teardown(() => service.stop());
const { admin, connectionId, database, target } = service;
await database.query('delete from connection_accesses');
const ann = await service.addEditor('ann@example.com');
const ben = await service.addEditor('ben@example.com');
const eve = await service.addEditor('eve@example.com');
const grant = (): Promise<{ id: string }> =>
  admin.json('POST', '/api/connection-accesses', { connectionId, userId: 'ann@example.com' });
let access = await grant();

const revoke = (): Promise<unknown> =>
  admin.json('PUT', `/api/connection-accesses/${access.id}/expire`);

const publish = (queryText: string, fields: object = {}): Promise<Query> =>
  ann.json<Query>('POST', '/api/queries', {
    connectionId,
    queryText,
    runAs: 'owner',
    acl: [{ groupId: '__EVERYONE__', write: false }],
    ...fields,
  });

const run = (query: Query, as: TestClient = ben, body: object = {}): Promise<Response> =>
  as.request('POST', `/api/queries/${query.id}/run?wait=30`, body);

const batchOf = async (response: Response): Promise<Batch> => {
  t.equal(response.status, 200);
  return (await response.json()) as Batch;
};

const errorOf = async (response: Response): Promise<ErrorBody> =>
  (await response.json()) as ErrorBody;

await t.test('a reader without access runs exactly the text of the query', async (t) => {
  const query = await publish('select {{n}} as n, {{user.email}} as email');
  const batch = await batchOf(await run(query, ben, { parameters: { n: 4 } }));
  t.match(batch, { status: 'finished', userId: 'ben@example.com', queryId: query.id });
  const [statement] = batch.statements;
  t.same(await ben.rows(statement?.id ?? ''), [[4, 'ben@example.com']], 'values are of the reader');
  const rows = await ben.request('GET', `/api/queries/${query.id}/results.json?param.n=5`);
  t.same(await rows.json(), [{ n: 5, email: 'ben@example.com' }]);
  t.same(
    (await ben.json<Batch[]>('GET', '/api/batches')).length,
    2,
    'the runs are in the own list',
  );
  const byEve = await eve.request('GET', `/api/statements/${statement?.id ?? ''}/results`);
  t.equal(byEve.status, 403, 'another reader has no share');
  t.equal((await ann.request('GET', `/api/batches/${batch.id}`)).status, 403);
});

await t.test('a reader cannot run another text or reach the connection', async (t) => {
  const query = await publish('select 1');
  const other = await admin.json<Connection>('POST', '/api/connections', {
    ...targetConnection(target.url),
    name: 'Other',
  });
  const statusOf = async (method: string, path: string, body?: object): Promise<number> =>
    (await ben.request(method, path, body)).status;
  const text = { connectionId, batchText: 'select 2', queryId: query.id };
  t.equal(await statusOf('POST', '/api/batches', text), 403);
  t.equal(await statusOf('POST', '/api/batches', { ...text, maxAgeSeconds: 60 }), 403);
  t.equal(await statusOf('POST', '/api/connection-clients', { connectionId }), 403);
  t.equal(await statusOf('GET', `/api/connections/${connectionId}/schema`), 403);
  t.equal(await statusOf('GET', `/api/connections/${connectionId}/tables/detail?table=t`), 403);
  t.same(await ben.json('GET', '/api/connections'), []);
  for (const body of [{ connectionId: other.id }, { connectionId: 'x' }]) {
    const refused = await run(query, ben, body);
    t.equal(refused.status, 400);
    t.match(await errorOf(refused), { errors: [{ path: 'connectionId' }] });
  }
  const batch = await batchOf(
    await run(query, ben, { batchText: 'select 3', selectedText: 'select 3' }),
  );
  t.equal(batch.batchText, 'select 1');
});

await t.test('only the owner lets others use the access, for exactly one text', async (t) => {
  const { id } = await publish('select 1', {
    runAs: 'caller',
    acl: [{ userId: 'ben@example.com', write: true }],
  });
  const url = `/api/queries/${id}`;
  const refusal = async (as: TestClient, body: object): Promise<string> => {
    const response = await as.request('PUT', url, body);
    t.equal(response.status, 403);
    return (await errorOf(response)).code ?? '';
  };
  t.equal(await refusal(ben, { runAs: 'owner' }), 'query_run_as');
  await ben.json('PUT', url, { queryText: 'select 2' });
  await ann.json('PUT', url, { runAs: 'owner' });
  t.equal(await refusal(ben, { queryText: 'select 3' }), 'query_run_as');
  t.equal(
    await refusal(ben, { parameters: [{ name: 'a', type: 'text', required: false }] }),
    'query_run_as',
  );
  t.equal(await refusal(ben, { runAs: 'caller' }), 'query_run_as');
  t.equal(await refusal(ben, { connectionId: null }), 'query_run_as');
  const restored = await ben.request('POST', `${url}/versions/1/restore`);
  t.equal(restored.status, 403);
  t.equal((await ben.json<Query>('PUT', url, { name: 'Renamed' })).queryText, 'select 2');
  t.equal((await ann.json<Query>('PUT', url, { queryText: 'select 4' })).runAs, 'owner');
  const detached = await ann.request('POST', '/api/queries', {
    queryText: 'select 1',
    runAs: 'owner',
  });
  t.equal(detached.status, 400);
  t.match(await errorOf(detached), { errors: [{ path: 'runAs' }] });
  const foreign = await ben.request('POST', '/api/queries', { connectionId, runAs: 'owner' });
  t.equal(foreign.status, 403, 'an owner needs access');
});

await t.test('errors name no part of the connection', async (t) => {
  const away = await admin.json<Connection>('POST', '/api/connections', {
    ...targetConnection(target.url),
    name: 'Away',
    data: { ...(targetConnection(target.url)['data'] as object), port: '1', host: '127.0.0.9' },
  });
  await admin.json('POST', '/api/connection-accesses', {
    connectionId: away.id,
    userId: 'ann@example.com',
  });
  const query = await publish('select 1', { connectionId: away.id });
  const response = await run(query);
  const texts = [await response.clone().text()];
  const { id, statements } = (await response.json()) as Batch;
  t.equal(statements[0]?.error?.code, 'connect_failed');
  for (const path of [
    `/api/batches/${id}`,
    `/api/batches/${id}/statements`,
    `/api/batches/${id}/events`,
    `/api/statements/${statements[0]?.id ?? ''}`,
    '/api/batches?includeStatements=true',
    `/api/queries/${query.id}/results.json`,
  ]) {
    texts.push(await (await ben.request('GET', path)).text());
  }
  for (const text of texts) t.notMatch(text, /127\.0\.0\.9|ECONNREFUSED/);
  const own = await ann.json<Batch>('POST', `/api/queries/${query.id}/run?wait=30`);
  t.match(JSON.stringify(own), /127\.0\.0\.9/, 'the owner sees the cause');
});

await t.test('runs end with the access of the owner, and so do their results', async (t) => {
  const query = await publish('select 7');
  const slow = await publish('select pg_sleep(60)');
  const [statement] = (await batchOf(await run(query))).statements;
  const rows = `/api/statements/${statement?.id ?? ''}/results`;
  const { id } = await ben.json<Batch>('POST', `/api/queries/${slow.id}/run`);
  await ben.startedBatch(id);
  await revoke();
  const cancelled = await until('the run is cancelled', async () => {
    const batch = await ben.json<Batch>('GET', `/api/batches/${id}`);
    return batch.status === 'started' ? null : batch;
  });
  t.match(cancelled, { cancel: { reason: 'access_ended' } });
  t.equal((await run(query)).status, 403);
  t.equal((await ben.request('GET', rows)).status, 403);
  access = await grant();
  t.equal((await ben.request('GET', rows)).status, 200);
  await admin.json('PUT', '/api/users/ann@example.com', { disabled: true });
  t.equal((await run(query)).status, 403);
  t.equal((await ben.request('GET', rows)).status, 403);
  await admin.json('PUT', '/api/users/ann@example.com', { disabled: false });
});

await t.test('a reader shares a run, which still ends with the access of the owner', async (t) => {
  const query = await publish('select 8');
  const { id, statements } = await batchOf(await run(query));
  await ben.json('POST', `/api/batches/${id}/shares`, { userId: 'eve@example.com' });
  const rows = `/api/statements/${statements[0]?.id ?? ''}/results`;
  t.same(await eve.rows(statements[0]?.id ?? ''), [[8]]);
  await revoke();
  t.equal((await eve.request('GET', rows)).status, 403);
  access = await grant();
  await admin.json('PUT', '/api/users/ben@example.com', { disabled: true });
  t.equal((await eve.request('GET', rows)).status, 403);
  await admin.json('PUT', '/api/users/ben@example.com', { disabled: false });
  t.same(await eve.rows(statements[0]?.id ?? ''), [[8]]);
});

await t.test('runs end with their own user', async (t) => {
  const slow = await publish('select pg_sleep(60)');
  const { id } = await ben.json<Batch>('POST', `/api/queries/${slow.id}/run`);
  await ben.startedBatch(id);
  await admin.json('PUT', '/api/users/ben@example.com', { disabled: true });
  const cancelled = await admin.finalBatch(id);
  t.match(cancelled, { cancel: { reason: 'user_inactive' } });
  await admin.json('PUT', '/api/users/ben@example.com', { disabled: false });
});

await t.test('readers reuse runs of each other with equal values', async (t) => {
  const query = await publish('select {{n}} as n, clock_timestamp()::text as now');
  const personal = await publish('select {{user.email}} as email');
  const reuse = async (as: TestClient, n = 1, of = query): Promise<Batch> =>
    batchOf(await run(of, as, { maxAgeSeconds: 60, ...(of === query && { parameters: { n } }) }));
  const first = await reuse(ben);
  t.equal((await reuse(ben)).id, first.id);
  t.not((await reuse(ben, 2)).id, first.id, 'another value');
  const rows = `/api/statements/${first.statements[0]?.id ?? ''}/results`;
  t.equal((await eve.request('GET', rows)).status, 403, 'before');
  const second = await reuse(eve);
  t.match(second, { id: first.id, reusedFromBatchId: first.id });
  t.same(
    await (await eve.request('GET', rows)).json(),
    await (await ben.request('GET', rows)).json(),
  );
  t.equal((await eve.request('GET', `/api/batches/${first.id}`)).status, 200);
  t.equal((await eve.request('PUT', `/api/batches/${first.id}/cancel`)).status, 403);
  t.equal((await eve.request('GET', `/api/batches/${first.id}/shares`)).status, 403);
  t.not((await reuse(ann)).id, first.id, 'the owner runs on the own access');
  t.not((await reuse(admin)).id, first.id, 'admins reuse their own runs');
  t.not(
    (await reuse(eve, 1, personal)).id,
    (await reuse(ben, 1, personal)).id,
    'values of the user',
  );
  await revoke();
  t.equal((await eve.request('GET', rows)).status, 403);
  access = await grant();
  t.equal((await eve.request('GET', rows)).status, 200);
  await admin.json('PUT', '/api/users/ann@example.com', { disabled: true });
  t.equal((await eve.request('GET', rows)).status, 403);
  await admin.json('PUT', '/api/users/ann@example.com', { disabled: false });
});

await t.test('a later user with the ID of a deleted owner revives nothing', async (t) => {
  const query = await publish('select 9');
  const { id, statements } = await batchOf(await run(query, ben, { maxAgeSeconds: 60 }));
  t.equal((await batchOf(await run(query, eve, { maxAgeSeconds: 60 }))).id, id);
  await ben.json('POST', `/api/batches/${id}/shares`, { groupId: '__EVERYONE__' });
  await ben.json('POST', `/api/batches/${id}/links`, { expiresInSeconds: 600 });
  const rows = `/api/statements/${statements[0]?.id ?? ''}/results`;
  for (const reader of [ben, eve]) t.equal((await reader.request('GET', rows)).status, 200);
  await admin.json('DELETE', '/api/users/ann@example.com');
  await service.addEditor('ann@example.com');
  await grant();
  for (const reader of [ben, eve]) t.equal((await reader.request('GET', rows)).status, 403);
  t.same(await ben.json('GET', `/api/batches/${id}/shares`), []);
  t.same(await ben.json('GET', `/api/batches/${id}/links`), []);
  t.equal((await run(query)).status, 403);
});
