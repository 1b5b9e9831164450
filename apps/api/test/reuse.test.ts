import type {
  AuditEvent,
  Batch,
  Connection,
  CreatedPersonalToken,
  ErrorBody,
} from '@sluice/contracts';
import { startService, targetConnection, type TestClient } from '@sluice/testkit';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, connectionId, database, target } = service;
// Everyone may use every connection at first.
await database.query(`delete from connection_accesses`);
await target.query('create table written (n int)');
await target.query('create sequence numbers');

interface Request {
  batchText: string;
  [field: string]: unknown;
}

/** Submits with `maxAgeSeconds` of an hour unless given, and returns the batch after its end. */
async function run(
  { batchText, ...fields }: Request,
  as: TestClient = admin,
  headers?: Record<string, string>,
): Promise<Batch> {
  const body = { connectionId, batchText, maxAgeSeconds: 3600, ...fields };
  const response = await as.request('POST', '/api/batches?wait=30', body, headers);
  t.equal(response.status, 200);
  return (await response.json()) as Batch;
}

/** Runs twice and returns whether the second request reused the first run. */
async function isReused(request: Request, between: () => Promise<unknown>): Promise<boolean> {
  const first = await run(request);
  t.equal(first.status, 'finished');
  await between();
  const second = await run(request);
  t.equal(second.reusedFromBatchId === first.id, second.id === first.id);
  return second.id === first.id;
}

await t.test('a finished run answers equal requests', async (t) => {
  const request = {
    batchText: 'select clock_timestamp()::text as now, {{n}} as n',
    parameters: { n: 1 },
  };
  const first = await run(request);
  t.equal(first.reusedFromBatchId, null);
  const second = await run({ ...request, name: 'Again' });
  t.equal(second.reusedFromBatchId, first.id);
  t.same({ ...second, reusedFromBatchId: null }, first);
  const selected = { ...request, batchText: 'select 1', selectedText: request.batchText };
  t.equal((await run(selected)).id, first.id, 'the executed text counts');
  const read = await admin.json<Batch>('GET', `/api/batches/${first.id}`);
  t.equal(read.reusedFromBatchId, null);
  const events = await admin.json<AuditEvent[]>('GET', '/api/audit?action=batch.reused');
  t.match(events[0], { target: `batches/${first.id}`, detail: { connectionId } });
});

await t.test('a request without a maximum age neither reuses a run nor is reused', async (t) => {
  const batchText = 'select 2';
  const plain = await run({ batchText, maxAgeSeconds: undefined });
  const first = await run({ batchText });
  t.not(first.id, plain.id);
  t.not((await run({ batchText, maxAgeSeconds: undefined })).id, first.id);
});

await t.test('the age counts from the end of the run', async (t) => {
  const batchText = 'select 3';
  const first = await run({ batchText });
  await database.query(
    `update batches set start_time = start_time - interval '1 hour', stop_time = stop_time - interval '50 s'
     where id = '${first.id}'`,
  );
  t.equal((await run({ batchText, maxAgeSeconds: 100 })).id, first.id);
  const fresh = await run({ batchText, maxAgeSeconds: 40 });
  t.not(fresh.id, first.id);
  t.not((await run({ batchText, maxAgeSeconds: 0 })).id, fresh.id);
});

await t.test('another user, connection, value or limit needs its own run', async (t) => {
  const request = { batchText: "select current_user, {{n}} || ''", parameters: { n: 1 } };
  const first = await run(request);
  const other = await admin.json<Connection>('POST', '/api/connections', {
    ...targetConnection(target.url),
    name: 'Other',
  });
  const ann = await service.addEditor('ann@example.com');
  await admin.json('POST', '/api/connection-accesses', { connectionId, userId: 'ann@example.com' });
  const { token } = await admin.json<CreatedPersonalToken>('POST', '/api/tokens', {
    name: 'few',
    scopes: ['sql:run', 'results:read'],
    maxRows: 1,
  });
  const ids = [
    first.id,
    (await run(request, ann)).id,
    (await run({ ...request, connectionId: other.id })).id,
    (await run({ ...request, parameters: { n: 2 } })).id,
    (await run({ ...request, parameters: { n: '1' } })).id,
    (await run({ ...request, batchText: `${request.batchText} ` })).id,
    (await run(request, admin, { authorization: `Bearer ${token}` })).id,
  ];
  t.equal(new Set(ids).size, ids.length);
  t.equal((await run(request, ann)).id, ids[1]);
});

await t.test('a changed connection or user needs a new run', async (t) => {
  const request = { batchText: 'select 4' };
  const changes = {
    connection: () => admin.json('PUT', `/api/connections/${connectionId}`, { description: 'New' }),
    // Another connection with the ID of a deleted one.
    'creation of the connection': () =>
      database.query(`update connections set created_at = created_at + interval '1 ms'`),
    'data of the user': () =>
      database.query(
        `update users set data = '{"region": "eu"}' where email = 'admin@example.com'`,
      ),
    'role of the user': () =>
      database.query(`update users set name = 'Ada' where email = 'admin@example.com'`),
  };
  for (const [what, change] of Object.entries(changes))
    t.notOk(await isReused(request, change), what);
});

await t.test('only whole results that are stored are reused', async (t) => {
  const request = { batchText: 'select 5; select 6' };
  const changes = {
    expired: "expires_at = now() - interval '1 second'",
    lost: 'results_lost_at = now()',
    truncated: 'incomplete = true',
  };
  for (const [what, change] of Object.entries(changes)) {
    const spoil = () =>
      database.query(
        `update statements set ${change} where sequence = 2 and statement_text = 'select 6'`,
      );
    t.notOk(await isReused(request, spoil), what);
  }
});

await t.test('a text that changes something fails and is never reused', async (t) => {
  for (const batchText of [
    'insert into written values (1) returning n',
    'with w as (insert into written values (1) returning n) select n from w',
    "select 1; select setval('numbers', 5)",
  ]) {
    const first = await run({ batchText });
    t.equal(first.status, 'error', batchText);
    t.not((await run({ batchText })).id, first.id);
  }
  t.same(await target.query('select * from written'), []);
  t.same(await target.query('select last_value::int as n from numbers'), [{ n: 1 }]);
});

await t.test('a reusable run is closed to a user who has lost the access', async (t) => {
  const ben = await service.addEditor('ben@example.com');
  const access = await admin.json<{ id: string }>('POST', '/api/connection-accesses', {
    connectionId,
    userId: 'ben@example.com',
  });
  const first = await run({ batchText: 'select 7' }, ben);
  t.equal((await run({ batchText: 'select 7' }, ben)).id, first.id);
  await admin.json('PUT', `/api/connection-accesses/${access.id}/expire`);
  const body = { connectionId, batchText: 'select 7', maxAgeSeconds: 3600 };
  t.equal((await ben.request('POST', '/api/batches', body)).status, 403);
});

await t.test('a repeated request returns the run that it created', async (t) => {
  const headers = { 'idempotency-key': 'reuse' };
  const request = { batchText: 'select 8', maxAgeSeconds: 0 };
  const first = await run(request, admin, headers);
  const later = await run(request);
  t.not(later.id, first.id);
  const repeated = await run(request, admin, headers);
  t.equal(repeated.id, first.id);
  t.equal(repeated.reusedFromBatchId, null);
  const other = { connectionId, ...request, maxAgeSeconds: 60 };
  t.equal((await admin.request('POST', '/api/batches', other, headers)).status, 409);
});

await t.test('saved queries reuse runs', async (t) => {
  const { id } = await admin.json<{ id: string }>('POST', '/api/queries', {
    connectionId,
    queryText: 'select {{n}}',
    parameters: [{ name: 'n', type: 'integer', required: false, default: 5 }],
  });
  const url = `/api/queries/${id}/run?wait=30`;
  const first = await admin.json<Batch>('POST', url, { maxAgeSeconds: 60 });
  const second = await admin.json<Batch>('POST', url, { maxAgeSeconds: 60, parameters: { n: 5 } });
  t.equal(second.reusedFromBatchId, first.id);
});

await t.test('malformed ages are refused', async (t) => {
  const refused = async (fields: object): Promise<ErrorBody['errors']> => {
    const body = { connectionId, batchText: 'select 9', ...fields };
    const response = await admin.request('POST', '/api/batches', body);
    t.equal(response.status, 400);
    return ((await response.json()) as ErrorBody).errors;
  };
  for (const maxAgeSeconds of [-1, 1.5, '60', null, 2_592_001, 1e300])
    t.match(await refused({ maxAgeSeconds }), [{ path: 'maxAgeSeconds' }]);
  t.match(await refused({ maxAgeSeconds: 60, connectionClientId: 'c' }), [
    { path: 'maxAgeSeconds', message: /^must be absent/ },
  ]);
});
