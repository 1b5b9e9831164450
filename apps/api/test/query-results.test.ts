import { randomBytes } from 'node:crypto';
import type { Batch, CreatedPersonalToken, ErrorBody, Query } from '@sluice/contracts';
import { startService, until } from '@sluice/testkit';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, connectionId, database, target } = service;
await target.query('create table written (n int)');

const save = (queryText: string, parameters: object[] = []): Promise<Query> =>
  admin.json<Query>('POST', '/api/queries', {
    connectionId,
    name: 'Orders',
    queryText,
    parameters,
  });

const get = (
  { id }: Pick<Query, 'id'>,
  rest: string,
  headers?: Record<string, string>,
): Promise<Response> =>
  admin.request('GET', `/api/queries/${id}/results.${rest}`, undefined, headers);

const errorOf = async (response: Response): Promise<ErrorBody> =>
  (await response.json()) as ErrorBody;

await t.test('the rows come in each format, with values from the address', async (t) => {
  const query = await save(
    `select {{n}} + 1 as n, {{day}} as day, {{text}} as text, {{flag}} as flag, {{data}} as data, 3 in ({{ids}}) as found`,
    [
      { name: 'n', type: 'integer', required: true },
      { name: 'day', type: 'date', required: true, default: '2026-02-28' },
      { name: 'flag', type: 'boolean', required: false },
      { name: 'data', type: 'json', required: false },
      { name: 'ids', type: 'integer[]', required: false },
    ],
  );
  const search = `?param.n=41&param.text=${encodeURIComponent("O'Hara é")}&param.flag=true&param.data=${encodeURIComponent('{"a":[1]}')}&param.ids=1&param.ids=3`;
  const row = {
    n: 42,
    day: '2026-02-28',
    text: "O'Hara é",
    flag: true,
    data: { a: [1] },
    found: true,
  };
  const json = await get(query, `json${search}`);
  t.equal(json.status, 200);
  t.same(await json.json(), [row]);
  t.match(json.headers.get('content-disposition'), /Orders .*\.json/);
  t.same(JSON.parse(await (await get(query, `ndjson${search}`)).text()), row);
  const csv = await get(query, `csv${search}&bom=true`);
  t.match(
    Buffer.from(await csv.arrayBuffer()).toString(),
    /^\uFEFFn,day,text,flag,data,found\r\n42,/,
  );
  t.same(
    await (await get(query, 'json?param.n=1&param.text=a&param.ids=3&param.flag=false')).json(),
    [{ n: 2, day: '2026-02-28', text: 'a', flag: false, data: null, found: true }],
  );
});

await t.test('values that do not fit are refused, and nothing runs', async (t) => {
  const query = await save('select {{n}}, {{flag}}, {{data}}, {{user.id}}', [
    { name: 'n', type: 'integer', required: true },
    { name: 'flag', type: 'boolean', required: true },
    { name: 'data', type: 'json', required: false },
  ]);
  const refused = async (search: string): Promise<string[] | undefined> => {
    const response = await get(query, `json?${search}`);
    t.equal(response.status, 400, search);
    return (await errorOf(response)).errors?.map(({ path }) => path);
  };
  t.same(await refused('param.flag=yes&param.n=1'), ['parameters.flag']);
  t.same(await refused('param.flag=true&param.n=x'), ['parameters.n']);
  t.same(await refused('param.flag=true&param.n=1&param.n=2'), ['parameters.n']);
  t.same(await refused('param.flag=true&param.n=1&param.data={'), ['parameters.data']);
  t.match(await refused('param.flag=true&param.n=1&param.user.id=x'), [/user\.id/]);
  t.match(await refused('param.flag=true&param.n=1&param.='), [/^parameters/]);
  t.same(await refused('maxAge=1h'), ['maxAge']);
  t.same(await refused('wait=51'), ['wait']);
  t.same(await refused('bom=1'), ['bom']);
  const runs = await admin.json<Batch[]>('GET', `/api/batches?queryId=${query.id}`);
  t.same(runs, []);
});

await t.test('a maximum age reuses a run, and an entity tag saves the transfer', async (t) => {
  const query = await save('select clock_timestamp()::text as now');
  const first = await get(query, 'json?maxAge=600');
  const second = await get(query, 'json?maxAge=600');
  t.equal(second.headers.get('sluice-batch-id'), first.headers.get('sluice-batch-id'));
  t.same(await second.json(), await first.json());
  const etag = second.headers.get('etag') ?? '';
  t.equal((await get(query, 'json?maxAge=600', { 'if-none-match': etag })).status, 304);
  const long = { 'idempotency-key': randomBytes(2_000).toString('hex') };
  t.equal((await get(query, 'json', long)).status, 200, 'a GET has no idempotency key');
  const fresh = await get(query, 'json');
  t.not(fresh.headers.get('sluice-batch-id'), first.headers.get('sluice-batch-id'));
});

await t.test('a run only reads, and its failures are told', async (t) => {
  const writes = await get(await save('insert into written values (1) returning n'), 'json');
  t.equal(writes.status, 422);
  t.match(await errorOf(writes), { code: 'run_failed', title: /read-only/, detail: /^Batch / });
  t.same(await target.query('select * from written'), []);
  const none = await get(await save("set application_name = 'x'"), 'json');
  t.equal(none.status, 422);
  t.match(await errorOf(none), { code: 'no_rows' });
  const last = await get(
    await save("select 1 as a; select 2 as b; set application_name = 'x'"),
    'json',
  );
  t.same(await last.json(), [{ b: 2 }], 'the rows are those of the last statement with rows');
});

await t.test('a long run continues after 504, and its rows are found later', async (t) => {
  const query = await save('select pg_sleep(2)::text as slept');
  const early = await get(query, 'json?maxAge=600&wait=0.5');
  t.equal(early.status, 504);
  const { code, detail = '' } = await errorOf(early);
  t.equal(code, 'run_not_ended');
  const id = early.headers.get('sluice-batch-id') ?? '';
  t.match(detail, id);
  t.equal((await admin.finalBatch(id)).status, 'finished');
  const late = await get(query, 'json?maxAge=600');
  t.equal(late.headers.get('sluice-batch-id'), id);
  t.same(await late.json(), [{ slept: '' }]);
});

await t.test('a cancelled run is told', async (t) => {
  const query = await save('select pg_sleep(60)');
  const response = get(query, 'json');
  const [running] = await until('the run has started', async () => {
    const runs = await admin.json<Batch[]>('GET', `/api/batches?queryId=${query.id}`);
    return runs.length > 0 ? runs : null;
  });
  await admin.json('PUT', `/api/batches/${running?.id ?? ''}/cancel`);
  const cancelled = await response;
  t.equal(cancelled.status, 422);
  t.match(await errorOf(cancelled), { code: 'run_failed', title: /cancel/i });
});

await t.test('readers without access or scopes get no rows', async (t) => {
  await database.query('delete from connection_accesses');
  const query = await save('select 1');
  const stranger = await service.addEditor('stranger@example.com');
  const url = `/api/queries/${query.id}/results.json`;
  t.equal((await stranger.request('GET', url)).status, 403, 'the query is not readable');
  await admin.json('PUT', `/api/queries/${query.id}`, {
    acl: [{ groupId: '__EVERYONE__', write: false }],
  });
  const refused = await stranger.request('GET', url);
  t.equal(refused.status, 403, 'the connection is not');
  t.match(await errorOf(refused), { code: 'connection_access' });
  const { token } = await admin.json<CreatedPersonalToken>('POST', '/api/tokens', {
    name: 'run only',
    scopes: ['sql:run'],
  });
  const narrow = await get(query, 'json', { authorization: `Bearer ${token}` });
  t.equal(narrow.status, 403);
  t.match(await errorOf(narrow), { code: 'token_scope' });
});
