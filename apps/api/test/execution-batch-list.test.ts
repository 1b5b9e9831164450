import { type Batch, batchListItemSchema, type ErrorBody } from '@sluice/contracts';
import t from 'tap';
import { openExecutionHarness } from './execution-harness.js';

t.test('lists of batches', async (t) => {
  const harness = await openExecutionHarness({ settings: { maxList: 10 } });
  t.teardown(() => harness.stop());

  t.test("the list contains the user's own batches, newest first", async (t) => {
    const made: Batch[] = [];
    for (let n = 0; n < 13; n++) {
      made.push(
        await harness.submit('carol', `select ${n}`, { queryId: n % 2 === 0 ? 'even' : null }),
      );
    }
    await harness.submit('dave', 'select 1');
    const ids = made.map((batch) => batch.id).reverse();
    const list = (query: string, headers = {}) =>
      harness.get<Batch[]>('carol', `/api/batches${query}`, headers);
    const all = await list('');
    t.same(
      all.body.map((batch) => batch.id),
      ids.slice(0, 10),
      'the list is limited',
    );
    t.equal(all.headers.get('link'), null);
    for (const item of all.body) t.same(batchListItemSchema.parse(item), item);
    t.notOk('statements' in all.body[0]!);
    // The queue position may have changed.
    const [newest] = (await list('?includeStatements=true')).body;
    const last = { ...made.at(-1), queuePosition: 0 };
    t.same({ ...newest, queuePosition: 0, reusedFromBatchId: null }, last);
    t.same(
      (await list('?queryId=even')).body.map((batch) => batch.queryId),
      Array(7).fill('even'),
    );
    t.same(
      (await list('?queryId=null')).body.map((batch) => batch.queryId),
      Array(6).fill(null),
    );
    t.same((await list('?queryId=none')).body, []);

    const page = await list('?limit=4&offset=4&queryId=even');
    t.equal(page.body.length, 3);
    const middle = await list('?limit=4&offset=4');
    t.same(
      middle.body.map((batch) => batch.id),
      ids.slice(4, 8),
    );
    t.equal(
      middle.headers.get('link'),
      '</api/batches?limit=4&offset=8>; rel="next", </api/batches?limit=4&offset=0>; rel="prev"',
    );
    t.equal((await list('?limit=1000')).body.length, 10);
    t.same((await list('?offset=13')).body, []);

    const etag = all.headers.get('etag') ?? '';
    t.equal((await list('', { 'if-none-match': etag })).status, 304);
    await (await harness.claimAsWorker(made.at(-1)!)).start(made.at(-1)!.statements[0]!);
    t.equal(
      (await list('', { 'if-none-match': etag })).status,
      200,
      "a changed batch changes the list's tag",
    );
  });

  t.test('status=started lists the batches of the user that have not ended', async (t) => {
    const queued = await harness.submit('frank', 'select 1');
    const running = await harness.submit('frank', 'select 2');
    const ended = await harness.submit('frank', 'select 3');
    await harness.submit('grace', 'select 4');
    await (await harness.claimAsWorker(running)).start(running.statements[0]!);
    await harness.request('frank', 'PUT', `/api/batches/${ended.id}/cancel`);
    const idsOf = async (query: string) =>
      (await harness.get<Batch[]>('frank', `/api/batches?${query}`)).body.map(({ id }) => id);
    t.same(await idsOf('status=started'), [running.id, queued.id]);
    t.same(await idsOf('status=started&queryId=null&limit=1'), [running.id]);
    t.same(await idsOf('status=cancelled'), [ended.id]);
    t.same(await idsOf('status=finished'), []);
  });

  t.test('a long list is sent in chunks and parses as one array', async (t) => {
    const batchText = `select '${'x'.repeat(900_000)}'`;
    const made: Batch[] = [];
    for (let n = 0; n < 9; n++) made.push(await harness.submit('erin', batchText));
    const { body, status } = await harness.get<Batch[]>(
      'erin',
      '/api/batches?includeStatements=true',
    );
    t.equal(status, 200);
    t.same(
      body.map((batch) => batch.id),
      made.map((batch) => batch.id).reverse(),
    );
    t.ok(body.every((batch) => batch.statements.length === 1));
  });

  t.test('malformed query strings return 400', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const bad = [
      '/api/batches?limit=0',
      '/api/batches?limit=x',
      '/api/batches?limit=-1',
      '/api/batches?limit=1&limit=2',
      '/api/batches?offset=1.5',
      '/api/batches?includeStatements=1',
      '/api/batches?status=running',
      '/api/batches?queryId=a&queryId=b',
      ...['x', '', '-1', '51', '50.1', '1e1', '1&wait=2', ' 1'].map(
        (wait) => `/api/batches/${batch.id}?wait=${wait}`,
      ),
      ...['limit=x', 'offset=-1', 'limit=', 'limit=1&limit=2', 'offset=9999999999999999'].map(
        (query) => `/api/statements/${batch.statements[0]!.id}/results?${query}`,
      ),
    ];
    for (const path of bad) {
      const { status, body } = await harness.get<ErrorBody>('alice', path);
      t.equal(status, 400, path);
      t.ok(body.title.length > 0 && body.errors?.[0]?.path, body.title);
    }
  });
});
