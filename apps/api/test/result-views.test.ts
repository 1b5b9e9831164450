// Runs in its own process: it counts the children of the process.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Comparison, View, ViewRequest } from '@sluice/contracts';
import { childrenOf, until } from '@sluice/testkit';
import t from 'tap';
import { finish, start } from './execution-finished.js';
import { openExecutionHarness, type ExecutionHarness } from './execution-harness.js';
import { numberRows } from './execution-worker.js';

const viewPath = (id: string) => `/api/statements/${id}/view`;

const ask = (harness: ExecutionHarness, id: string, body: ViewRequest, user = 'alice') =>
  harness.request<View & { code?: string; errors?: { path: string }[] }>(
    user,
    'POST',
    viewPath(id),
    { body },
  );

await t.test('a view sorts, filters and aggregates all rows of a statement', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const { statement } = await finish(harness, 5_000);
  const { status, body, headers } = await ask(harness, statement.id, {
    filters: [{ column: 0, operator: '<=', value: 4_000 }],
    sort: [{ column: 0, descending: true }],
    aggregates: [{ function: 'sum', column: 0 }],
    offset: 1,
    limit: 2,
  });
  t.equal(status, 200);
  t.match(headers.get('content-type'), 'application/json');
  t.same(body, {
    rowCount: 5_000,
    total: 4_000,
    aggregates: [8_002_000],
    rowNumbers: [3_998, 3_997],
    rows: [[3_999], [3_998]],
  });
});

await t.test('a wrong field is named', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const { statement } = await finish(harness, 3);
  const wrong: [object, string][] = [
    [{ sort: [{ column: 1 }] }, 'sort.0.column'],
    [{ filters: [{ column: 0, operator: 'like', value: 'x' }] }, 'filters.0.operator'],
    [{ filters: [{ column: 0, operator: '=', value: 'x' }] }, 'filters.0.value'],
    [{ limit: 10_001 }, 'limit'],
    [{ order: [] }, 'order'],
    [{ sort: [{ column: 0, direction: 'desc' }] }, 'sort.0.direction'],
  ];
  for (const [body, path] of wrong) {
    const answer = await ask(harness, statement.id, body);
    t.equal(answer.status, 400, path);
    t.equal(answer.body.errors?.[0]?.path, path);
  }
});

await t.test('a comparison reads two results of the user', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const { statement: before } = await finish(harness, 3);
  const { statement: after } = await finish(harness, 5);
  const compare = (body: object, user = 'alice') =>
    harness.request<Comparison & { errors?: { path: string }[] }>(
      user,
      'POST',
      `/api/statements/${after.id}/compare`,
      { body },
    );
  const { status, body } = await compare({ before: before.id, keys: [0], limit: 1 });
  t.equal(status, 200);
  t.match(body, { beforeCount: 3, afterCount: 5, added: 2, removed: 0, unchanged: 3, total: 2 });
  t.equal(body.rows.length, 1);
  for (const [wrong, path] of [
    [{}, 'before'],
    [{ before: before.id, keys: [1] }, 'keys.0'],
    [{ before: before.id, limit: 1_001 }, 'limit'],
  ] as const) {
    const answer = await compare(wrong);
    t.equal(answer.status, 400, path);
    t.equal(answer.body.errors?.[0]?.path, path);
  }
  t.equal((await compare({ before: 'x' })).status, 404);
  t.equal((await compare({ before: before.id }, 'bob')).status, 403, 'of another user');
});

await t.test('only stored results have views', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const running = await start(harness);
  t.match(await ask(harness, running.statement.id, {}), {
    status: 404,
    body: { code: 'results_not_ready' },
  });
  const { statement } = await finish(harness, 3);
  t.equal((await ask(harness, statement.id, {}, 'bob')).status, 403, 'of another user');
  t.equal((await ask(harness, 'no-id', {})).status, 404);
  await harness.store.remove(
    (await harness.database.statement.findUniqueOrThrow({ where: { id: statement.id } }))
      .resultsPath ?? '',
  );
  await harness.database.statement.update({
    where: { id: statement.id },
    data: { resultsPath: null },
  });
  t.match(await ask(harness, statement.id, {}), { status: 404, body: { code: 'results_expired' } });
});

await t.test('a statement without columns has an empty view', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const { statement, worker } = await start(harness);
  await worker.finish(statement);
  t.same((await ask(harness, statement.id, {})).body, {
    rowCount: 0,
    total: 0,
    rows: [],
    rowNumbers: [],
  });
  t.equal((await ask(harness, statement.id, { sort: [{ column: 0 }] })).status, 400);
});

/** Requests that keep the process of a large result busy. */
const longRequests: [name: string, path: (id: string) => string, init: RequestInit][] = [
  [
    'view',
    viewPath,
    {
      method: 'POST',
      headers: { 'x-user': 'alice', 'content-type': 'application/json' },
      body: JSON.stringify({ sort: [{ column: 0 }] }),
    },
  ],
  [
    'Parquet download',
    (id) => `/api/statements/${id}/download.parquet`,
    { headers: { 'x-user': 'alice' } },
  ],
];

for (const [name, path, init] of longRequests) {
  await t.test(`a ${name} stops when its client disconnects`, async (t) => {
    const harness = await openExecutionHarness();
    t.teardown(() => harness.stop());
    const { statement, worker } = await start(harness);
    const chunks = Array.from({ length: 100 }, (_, at) => numberRows(at * 20_000 + 1, 20_000));
    await worker.finishWithRows(statement, chunks);
    const controller = new AbortController();
    const request = fetch(harness.address + path(statement.id), {
      ...init,
      signal: controller.signal,
    });
    await until('a process has started', () => childrenOf(process.pid).length > 0);
    controller.abort();
    await t.rejects(request);
    const answer = await ask(harness, statement.id, { limit: 1 });
    t.equal(answer.body.total, 2_000_000, 'the process answers the next request');
    t.notOk(harness.log.some((entry) => Number(entry['level']) >= 50));
    const [api = ''] = await readdir(join(harness.folder, 'views'));
    const [directory = ''] = await readdir(join(harness.folder, 'views', api));
    t.same(await readdir(join(harness.folder, 'views', api, directory)), [], 'no file is left');
  });
}

await t.test('the app ends its processes and removes their files', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const { statement } = await finish(harness, 10);
  await ask(harness, statement.id, { sort: [{ column: 0 }] });
  t.equal(childrenOf(process.pid).length, 1);
  await harness.app.close();
  t.equal(childrenOf(process.pid).length, 0);
  t.same(await readdir(join(harness.folder, 'views')), []);
});
