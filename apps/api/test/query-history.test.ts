import { randomUUID } from 'node:crypto';
import type { Batch, QueryHistoryRow } from '@sluice/contracts';
import {
  createExecutionRepository,
  createQueryHistoryRepository,
  createWorkerRepository,
} from '@sluice/database';
import t from 'tap';
import { readHistory } from '../dist/history/service.js';
import { createTurns } from '../dist/limits/concurrency-limit.js';
import { openQueryWorld, writeBatch } from './queries-support.js';
import type { Caller } from './support.js';

const history = async (caller: Caller, query = ''): Promise<QueryHistoryRow[]> => {
  const answer = await caller('GET', `/api/query-history${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

const fieldNames =
  'id,connectionId,connectionName,userId,userEmail,status,startTime,stopTime,durationMs,queryId,queryName,queryText,incomplete,rowCount';

t.test('the history tells of each batch what it ran and what came of it', async (t) => {
  const { api, ids, as } = await openQueryWorld(t, { ann: null });
  const { ann, admin, token } = as as Record<'ann' | 'admin' | 'token', Caller>;
  const workers = createWorkerRepository(api.database);
  await workers.register({ id: 'w', hostname: 'test', pid: 1, slots: 9 }, 600_000);
  const execution = createExecutionRepository(api.database);
  const submit = async (caller: Caller, body: object): Promise<Batch> =>
    (await caller('POST', '/api/batches', { connectionId: 'c', ...body })).json();
  const [first = {} as QueryHistoryRow] = await (async () => {
    await submit(ann, { batchText: 'select 1; select 2; delete from x; select 3', name: 'Four' });
    return history(ann);
  })();
  t.equal(Object.keys(first).join(), fieldNames);
  t.match(first, {
    connectionId: 'c',
    connectionName: 'Sales',
    userId: ids['ann'],
    userEmail: 'ann@example.com',
    status: 'started',
    stopTime: null,
    durationMs: null,
    queryId: null,
    queryName: 'Four',
    queryText: 'select 1; select 2; delete from x; select 3',
    incomplete: null,
    rowCount: null,
  });

  const leaseToken = randomUUID();
  const claimed = await execution.claimNext({
    workerId: 'w',
    leaseToken,
    limits: { perTenant: 0, perUser: 0 },
    ofClients: false,
  });
  if (claimed === null) throw new Error('There is a batch to claim');
  const claim = { batchId: first.id, workerId: 'w', leaseToken };
  const results = [
    { rowCount: 10, truncatedBy: null },
    { rowCount: 5, truncatedBy: 'rows' },
    { rowCount: null, truncatedBy: null },
  ] as const;
  const expected = [
    { rowCount: 10, incomplete: false },
    { rowCount: 15, incomplete: true },
    { rowCount: 15, incomplete: true },
  ];
  for (const [index, { rowCount, truncatedBy }] of results.entries()) {
    const { id } = claimed.statements[index]!;
    await execution.startStatement(claim, id, null);
    const finished = {
      ...{ columns: null, affectedRows: null, command: null, resultsPath: null, bytes: null },
      ...{ checksum: null, notices: [], expiresAt: null, rowCount, truncatedBy },
    };
    t.ok(await execution.finishStatement(claim, id, finished, false));
    t.match((await history(ann))[0], { status: 'started', ...expected[index] });
  }
  const { id: statementId } = claimed.statements[3]!;
  await execution.startStatement(claim, statementId, null);
  await execution.reportProgress(claim, statementId, 1_000, null);
  await execution.end(claim, {
    status: 'error',
    statementId,
    error: { title: 'no', outcome: 'failed' },
  });
  const [ended] = await history(ann);
  t.match(ended, { status: 'error', rowCount: 15, incomplete: true, stopTime: String });
  t.equal(
    ended?.durationMs,
    Date.parse(ended?.stopTime ?? '') - Date.parse(ended?.startTime ?? ''),
    'what a failed statement had read is no result',
  );

  await submit(token, { batchText: 'select 9; x', selectedText: ' select 9 ', queryId: 'none' });
  await submit(ann, { batchText: 'select 8', selectedText: ' \n ' });
  t.match(await history(admin), [
    { queryText: 'select 8', userEmail: 'ann@example.com' },
    { queryText: ' select 9 ', queryId: 'none', queryName: null, userEmail: 'token' },
    { queryName: 'Four' },
  ]);
  t.equal((await history(ann)).length, 2, 'others see their own');
  t.match(await history(token), [{ queryText: ' select 9 ' }]);
  t.same(await history(as['root token']!, '?limit=1'), await history(admin, '?limit=1'));

  await admin('DELETE', `/api/users/${ids['ann']}`);
  await admin('DELETE', `/api/service-tokens/${ids['token']}`);
  await api.sql.query(`delete from connections where id = 'c'`);
  t.match(await history(admin), [
    { userId: ids['ann'], userEmail: null, connectionId: 'c', connectionName: null },
    { userId: ids['token'], userEmail: null },
    { userEmail: null },
  ]);
});

t.test('a query that a batch names gives nothing away', async (t) => {
  const { as, save } = await openQueryWorld(t, { ann: null, bob: null });
  const { ann, bob } = as as Record<'ann' | 'bob', Caller>;
  const { id } = await save(ann, { name: 'Secret plans', queryText: 'select secret' });
  const batch = { connectionId: 'c', batchText: 'select 1', queryId: id };
  t.equal((await ann('POST', '/api/batches', { ...batch, name: 'Plans' })).statusCode, 200);
  t.equal((await bob('POST', '/api/batches', batch)).statusCode, 200);
  t.match(await history(ann), [{ queryId: id, queryName: 'Plans' }]);
  t.match(await history(bob), [{ queryId: id, queryName: null, queryText: 'select 1' }]);
  t.equal((await bob('GET', `/api/queries/${id}`)).statusCode, 403);
});

t.test('a filtered history', async (t) => {
  const { api, ids, as } = await openQueryWorld(
    t,
    { ann: null, bob: null },
    {
      SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS: '8',
    },
  );
  const { ann, admin } = as as Record<'ann' | 'admin', Caller>;
  const rows: Record<string, unknown>[] = [
    { batch_text: 'select a', name: 'one', row_count: 0, incomplete: false },
    { batch_text: 'SELECT 100% of a', name: 'two', row_count: 10, incomplete: true },
    { batch_text: 'x', selected_text: 'select under_score', status: 'error' },
    { batch_text: 'a,b|c', selected_text: '  ', status: 'cancelled', connection_id: 'hidden' },
    { batch_text: `${'y'.repeat(9_000)} select tail`, query_id: 'q', connection_id: 'gone' },
    { batch_text: 'é 🦉 \\ end', user_id: ids['bob'], stop_time: '2026-01-07T01:00:00Z' },
    { batch_text: 'select waits', status: 'started', stop_time: null },
  ];
  const names = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const at = `2026-01-0${index + 1}T00:00:00Z`;
    const stop = 'stop_time' in row ? {} : { stop_time: `2026-01-0${index + 1}T00:00:01.500Z` };
    const fields = { user_id: ids['ann'], start_time: at, ...stop, ...row };
    names.set(await writeBatch(api, fields), index);
  }
  const found = async (caller: Caller, filter: string): Promise<number[]> =>
    (await history(caller, `?filter=${filter}`)).map(({ id }) => names.get(id) ?? -1);
  const some = [...names.keys()][2] ?? '';
  const table: [filter: string, expected: number[]][] = [
    ['', [6, 5, 4, 3, 2, 1, 0]],
    ['status|eq|error', [2]],
    ['status|eq|started', [6]],
    ['status|eq|finished', [5, 4, 1, 0]],
    ['status|ne|finished', [6, 3, 2]],
    ['status|eq|nothing', []],
    ['status|eq|started,status|eq|error', []],
    ['status|contains|ERR', [2]],
    ['id|eq|' + some, [2]],
    ['id|eq|x', []],
    ['id|contains|' + some.slice(0, 23), [2]],
    ['connectionId|eq|c', [6, 5, 2, 1, 0]],
    ['connectionId|ne|c', [4, 3]],
    ['connectionName|contains|ALE', [6, 5, 2, 1, 0]],
    ['connectionName|eq|sales', []],
    ['connectionName|ne|Sales', [4, 3]],
    ['connectionName|regex|^W', [3]],
    ['connectionName|like|%25age_', [3]],
    ['userId|eq|' + (ids['bob'] ?? ''), [5]],
    ['userEmail|contains|bob@', [5]],
    ['userEmail|ne|bob@example.com', [6, 4, 3, 2, 1, 0]],
    ['queryId|eq|q', [4]],
    ['queryId|ne|q', [6, 5, 3, 2, 1, 0]],
    ['queryName|contains|O', [1, 0]],
    ['queryName|eq|', []],
    ['queryText|contains|select', [6, 4, 2, 1, 0]],
    ['queryText|contains|SELECT%20TAIL', [4]],
    ['queryText|contains|%25', [1]],
    ['queryText|contains|_', [2]],
    ['queryText|contains|%5C', [5]],
    ['queryText|contains|%F0%9F%A6%89', [5]],
    ['queryText|contains|%2Cb%7C', [3]],
    ['queryText|contains|x', []],
    ["queryText|contains|' or true --", []],
    ['queryText|like|select%25', [6, 2, 1, 0]],
    ['queryText|like|select _', [0]],
    ['queryText|like|%25100%5C%25%25', [1]],
    ['queryText|regex|^select', [6, 2, 0]],
    ['queryText|regex|(?i)^select', [6, 2, 1, 0]],
    ['queryText|regex|a%2Cb%5C%7Cc', [3]],
    ['queryText|eq|select%20a', [0]],
    ['queryText|ne|select%20a', [6, 5, 4, 3, 2, 1]],
    ['durationMs|gt|1500', [5]],
    ['durationMs|eq|1500', [4, 3, 2, 1, 0]],
    ['durationMs|lt|1500', []],
    ['durationMs|gt|999999999999999', []],
    ['durationMs|ne|1500', [6, 5]],
    ['rowCount|gt|0', [1]],
    ['rowCount|lt|10', [0]],
    ['rowCount|ne|0', [6, 5, 4, 3, 2, 1]],
    ['rowCount|eq|-1', []],
    ['incomplete|eq|true', [1]],
    ['incomplete|eq|false', [0]],
    ['incomplete|ne|true', [6, 5, 4, 3, 2, 0]],
    ['startTime|before|2026-01-03', [1, 0]],
    ['startTime|after|2026-01-05T00:00:00Z', [6, 5]],
    ['stopTime|before|2026-01-02', [0]],
    ['stopTime|after|2026-01-05', [4, 5].reverse()],
    ['startTime|after|2026-01-01,startTime|before|2026-01-05,queryText|contains|select', [2, 1]],
  ];
  for (const [filter, expected] of table) {
    t.same(await found(admin, filter), expected, filter);
    t.same(await found(admin, encodeURIComponent(filter)), expected, 'encoded as a whole');
    const own = expected.filter((index) => index !== 5);
    t.same(await found(ann, filter), own, `${filter} among one’s own`);
  }

  t.test('refuses what it cannot read, naming the clause', async (t) => {
    const cases: [string, RegExp][] = [
      ['x', /^clause 1 must be field/],
      ['status|eq|a,', /^clause 2 /],
      ['nothing|eq|a', /^clause 1 .*nothing/],
      ['status|eq|a,queryText|regex|(', /^clause 2 .*regular expression/],
      ['queryText|regex|((a{1%2C255}){1%2C255}){1%2C255}', /^clause 1 .*regular expression/],
      ['connectionName|regex|%5B', /^clause 1 .*regular expression/],
      ['userEmail|regex|%5C', /^clause 1 .*regular expression/],
      ['queryText|contains|a,b', /^clause 2 /],
      ['queryText|like|%', /^clause 1 .*%25/],
      ['%E0%A4%A', /^clause 1 /],
    ];
    for (const [filter, message] of cases) {
      const answer = await ann('GET', `/api/query-history?filter=${filter}`);
      t.equal(answer.statusCode, 400, filter);
      t.match(answer.json(), { title: /^"filter"/, errors: [{ path: 'filter', message }] });
    }
    for (const query of [`filter=${'x'.repeat(10_001)}`, 'filter=a&filter=b', 'limit=x']) {
      t.equal(
        (await ann('GET', `/api/query-history?${query}`)).statusCode,
        400,
        query.slice(0, 20),
      );
    }
  });

  t.test('is right without the trigrams that a managed database may lack', async (t) => {
    await api.sql.query('drop extension pg_trgm cascade');
    for (const [filter, expected] of table) {
      if (!filter.startsWith('queryText')) continue;
      t.same(await found(admin, filter), expected, filter);
    }
  });

  t.test('comes in pages, no longer than the setting, under a tag', async (t) => {
    for (let count = 0; count < 5; count++) {
      await writeBatch(api, { user_id: ids['ann'], name: 'more', start_time: '2026-02-01' });
    }
    t.equal((await history(admin)).length, 8);
    t.equal((await history(admin, '?limit=100')).length, 8);
    const seen: string[] = [];
    let url: string | undefined = '/api/query-history?limit=3&filter=connectionName|eq|Sales';
    while (url !== undefined) {
      const answer = await admin('GET', url);
      seen.push(...answer.json<QueryHistoryRow[]>().map(({ id }) => id));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    t.equal(seen.length, 10, 'also beyond the longest page');
    t.equal(new Set(seen).size, 10);
    const whole = await admin('GET', '/api/query-history');
    const tag = { 'if-none-match': String(whole.headers.etag) };
    t.equal((await admin('GET', '/api/query-history', undefined, tag)).statusCode, 304);
    await api.sql.query(`update connections set name = 'Sold' where id = 'c'`);
    t.equal((await admin('GET', '/api/query-history', undefined, tag)).statusCode, 200);
  });

  t.test('holds long texts whole', async (t) => {
    for (let count = 0; count < 7; count++) {
      const text = `${count}${'é'.repeat(400_000)}`;
      await writeBatch(api, { user_id: ids['bob'], batch_text: text, start_time: '2026-03-01' });
    }
    const texts = (await history(admin, '?limit=7')).map(({ queryText }) => queryText.length);
    t.same(texts, Array(7).fill(400_001));
  });

  t.test('is given up when it takes the database too long', async (t) => {
    await api.sql.query(
      `insert into batches (id, connection_id, status, stop_time, batch_text, user_id, tenant)
       select gen_random_uuid(), 'c', 'finished', now(), repeat('x', 300000), 'u', 'u'
       from generate_series(1, 400)`,
    );
    const deps = {
      history: createQueryHistoryRepository(api.database, 20),
      inTurn: createTurns(1, 1, 'Too many'),
    };
    const principal = { id: ids['admin'] ?? '', email: 'a', name: null, role: 'admin' } as const;
    const read = () => readHistory(deps, principal, 'queryText|regex|x+y', { take: 10, skip: 0 });
    await t.rejects(read(), { status: 400, code: 'filter_too_slow', errors: [{ path: 'filter' }] });
    const many = await Promise.allSettled([read(), read(), read()]);
    t.match(many[2], { reason: { status: 503, retryAfterSeconds: Number } }, 'they take turns');
    t.match(many[1], { reason: { code: 'filter_too_slow' } });
    const left = await api.sql.query(
      `select from pg_stat_activity where query like '%executed_text%' and state = 'active'
         and application_name = 'test' and datname = current_database()`,
    );
    t.same(left, [], 'nothing of it goes on');
    t.equal((await history(ann, '?limit=1')).length, 1);
  });
});
