import type { QueryHistoryRow } from '@sluice/contracts';
import { createQueryHistoryRepository } from '@sluice/database';
import t from 'tap';
import { readHistory } from '../dist/history/service.js';
import { createConcurrencyLimit } from '../dist/limits/concurrency-limit.js';
import { history, openQueryHarness, writeBatch } from './query-harness.js';
import type { ApiClient } from './support.js';

t.test('filtered history', async (t) => {
  const { api, ids, as } = await openQueryHarness(
    t,
    { ann: null, bob: null },
    {
      SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS: '8',
    },
  );
  const { ann, admin } = as as Record<'ann' | 'admin', ApiClient>;
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
  const found = async (caller: ApiClient, filter: string): Promise<number[]> =>
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
    t.same(await found(admin, encodeURIComponent(filter)), expected, 'the whole filter is encoded');
    const own = expected.filter((index) => index !== 5);
    t.same(await found(ann, filter), own, `${filter} among the user’s own batches`);
  }

  t.test('refuses invalid filters and names the clause', async (t) => {
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
      const response = await ann('GET', `/api/query-history?filter=${filter}`);
      t.equal(response.statusCode, 400, filter);
      t.match(response.json(), { title: /^"filter"/, errors: [{ path: 'filter', message }] });
    }
    for (const query of [`filter=${'x'.repeat(10_001)}`, 'filter=a&filter=b', 'limit=x']) {
      t.equal(
        (await ann('GET', `/api/query-history?${query}`)).statusCode,
        400,
        query.slice(0, 20),
      );
    }
  });

  t.test('is correct without pg_trgm, which a managed database may lack', async (t) => {
    await api.sql.query('drop extension pg_trgm cascade');
    for (const [filter, expected] of table) {
      if (!filter.startsWith('queryText')) continue;
      t.same(await found(admin, filter), expected, filter);
    }
  });

  t.test('is paged up to the configured size and has an entity tag', async (t) => {
    for (let count = 0; count < 5; count++) {
      await writeBatch(api, { user_id: ids['ann'], name: 'more', start_time: '2026-02-01' });
    }
    t.equal((await history(admin)).length, 8);
    t.equal((await history(admin, '?limit=100')).length, 8);
    const seen: string[] = [];
    let url: string | undefined = '/api/query-history?limit=3&filter=connectionName|eq|Sales';
    while (url !== undefined) {
      const response = await admin('GET', url);
      seen.push(...response.json<QueryHistoryRow[]>().map(({ id }) => id));
      url = /<([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1];
    }
    t.equal(seen.length, 10, 'also beyond the maximum page size');
    t.equal(new Set(seen).size, 10);
    const whole = await admin('GET', '/api/query-history');
    const tag = { 'if-none-match': String(whole.headers.etag) };
    t.equal((await admin('GET', '/api/query-history', undefined, tag)).statusCode, 304);
    await api.sql.query(`update connections set name = 'Sold' where id = 'c'`);
    t.equal((await admin('GET', '/api/query-history', undefined, tag)).statusCode, 200);
  });

  t.test('contains long texts completely', async (t) => {
    for (let count = 0; count < 7; count++) {
      const text = `${count}${'é'.repeat(400_000)}`;
      await writeBatch(api, { user_id: ids['bob'], batch_text: text, start_time: '2026-03-01' });
    }
    const texts = (await history(admin, '?limit=7')).map(({ queryText }) => queryText.length);
    t.same(texts, Array(7).fill(400_001));
  });

  t.test('is aborted when the query exceeds its time limit', async (t) => {
    await api.sql.query(
      `insert into batches (id, connection_id, status, stop_time, batch_text, user_id, tenant)
       select gen_random_uuid(), 'c', 'finished', now(), repeat('x', 300000), 'u', 'u'
       from generate_series(1, 400)`,
    );
    const deps = {
      history: createQueryHistoryRepository(api.database, 20),
      limitConcurrency: createConcurrencyLimit(1, 1, 'Too many'),
    };
    const principal = { id: ids['admin'] ?? '', email: 'a', name: null, role: 'admin' } as const;
    const read = () => readHistory(deps, principal, 'queryText|regex|x+y', { take: 10, skip: 0 });
    await t.rejects(read(), { status: 400, code: 'filter_too_slow', errors: [{ path: 'filter' }] });
    const many = await Promise.allSettled([read(), read(), read()]);
    t.match(
      many[2],
      { reason: { status: 503, retryAfterSeconds: Number } },
      'requests above the queue limit are refused',
    );
    t.match(many[1], { reason: { code: 'filter_too_slow' } });
    const left = await api.sql.query(
      `select from pg_stat_activity where query like '%executed_text%' and state = 'active'
         and application_name = 'test' and datname = current_database()`,
    );
    t.same(left, [], 'no query is left running');
    t.equal((await history(ann, '?limit=1')).length, 1);
  });
});
