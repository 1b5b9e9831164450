import { until } from '@sluice/testkit';
import {
  batchListItemSchema,
  batchSchema,
  statementSchema,
  type Batch,
  type ErrorBody,
} from '@sluice/contracts';
import t from 'tap';
import { createWorld } from './execution-support.js';

t.test('batches', async (t) => {
  const world = await createWorld({ settings: { maxStatements: 5, maxList: 10 } });
  t.teardown(() => world.stop());
  const create = (body: unknown, user = 'alice') =>
    world.request<Batch & ErrorBody>(user, 'POST', '/api/batches', { body });

  t.test('a new batch is answered at once with its queued statements', async (t) => {
    const text = 'select 1;\n-- nothing\nselect 2;';
    const { status, body, headers } = await create({ connectionId: 'open', batchText: text });
    t.equal(status, 200);
    t.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    t.equal(headers.get('etag'), `W/"${body.id}-1-1"`);
    t.same(batchSchema.parse(body), body, 'the answer keeps the contract');
    t.match(body, {
      connectionId: 'open',
      status: 'started',
      stopTime: null,
      durationMs: null,
      batchText: text,
      selectedText: null,
      name: null,
      queryId: null,
      chart: null,
      cancel: null,
      userId: 'alice',
    });
    t.match(body.statements, [
      { sequence: 1, statementText: 'select 1', status: 'queued', startOffset: 0, endOffset: 8 },
      { sequence: 2, status: 'queued', startTime: null, columns: null, error: null },
    ]);
    t.equal(body.statements.length, 2);
    await until('it is enqueued', () => world.enqueued.includes(body.id));
  });

  t.test('the selected text is run instead of the whole, unless it is blank', async (t) => {
    const run = (selectedText: string | null) =>
      create({ connectionId: 'open', batchText: 'select 1; select 2', selectedText });
    const selected = (await run('select 3')).body;
    t.same(
      selected.statements.map((each) => each.statementText),
      ['select 3'],
    );
    t.match(selected, { batchText: 'select 1; select 2', selectedText: 'select 3' });
    t.equal((await run(' \n ')).body.statements.length, 2);
    t.equal((await run(null)).body.statements.length, 2);
  });

  t.test('all optional fields are kept', async (t) => {
    const given = {
      name: 'Sales ✓',
      queryId: 'q-1',
      connectionClientId: 'c-1',
      chart: { chartType: 'line', fields: { x: 'a', trendline: true } },
    };
    const { body } = await create({ connectionId: 'open', batchText: 'select 1', ...given, x: 1 });
    t.match(body, given);
    t.notOk('x' in body, 'unknown fields are ignored');
  });

  t.test('bad requests are 400 and name the field', async (t) => {
    const bad: [unknown, string][] = [
      [{ batchText: 'select 1' }, 'connectionId'],
      [{ connectionId: 'open' }, 'batchText'],
      [{ connectionId: 5, batchText: 'select 1' }, 'connectionId'],
      [{ connectionId: 'open', batchText: 'select 1', name: 5 }, 'name'],
      [{ connectionId: 'open', batchText: 'select 1', name: 'x'.repeat(256) }, 'name'],
      [{ connectionId: 'open', batchText: 'select 1', chart: 'pie' }, 'chart'],
      [{ connectionId: 'open', batchText: '' }, 'batchText'],
      [{ connectionId: 'open', batchText: ' ;; -- nothing' }, 'batchText'],
      [{ connectionId: 'open', batchText: 'select 1', selectedText: '-- no' }, 'selectedText'],
      [{ connectionId: 'open', batchText: 'select 1;'.repeat(6) }, 'batchText'],
      [{ connectionId: 'nowhere', batchText: 'select 1' }, 'connectionId'],
    ];
    for (const [body, path] of bad) {
      const answer = await create(body);
      t.equal(answer.status, 400, `${path}: ${answer.body.title}`);
      t.match(answer.body, { title: String, errors: [{ path }] });
    }
    t.equal((await create({ connectionId: 'open', batchText: 'select 1;'.repeat(5) })).status, 200);
    t.equal(
      (await create({ connectionId: 'nowhere', batchText: 'x' })).body.title,
      'Connection does not exist',
    );
  });

  t.test('a connection needs access, except for admins', async (t) => {
    const body = { connectionId: 'closed', batchText: 'select 1' };
    t.equal((await create(body)).status, 403);
    t.equal((await create(body, 'admin')).status, 200);
    const expiryDate = new Date(Date.now() - 1000);
    await world.database.connectionAccess.create({
      data: { connectionId: 'closed', userId: 'alice', expiryDate },
    });
    t.equal((await create(body)).status, 403, 'an expired row gives nothing');
  });

  t.test('what is known of a connection is looked at anew once it has changed', async (t) => {
    const { connection, connectionAccess } = world.database;
    const id = 'moving';
    const stored = { name: 'Moving', encryptedData: Buffer.alloc(0) };
    const open = { userId: 'alice', expiryDate: new Date(Date.now() + 60_000) };
    await connection.create({ data: { id, driver: 'postgres', ...stored } });
    const access = await connectionAccess.create({ data: { connectionId: id, ...open } });
    // One statement where a backslash escapes the quote, else two.
    const body = { connectionId: id, batchText: "select '\\'; select '1" };
    const count = async () => (await create(body)).body.statements.length;
    t.equal(await count(), 2);
    await connection.update({ where: { id }, data: { driver: 'mysql' } });
    t.equal(await count(), 1, 'split by the other dialect');
    await connectionAccess.delete({ where: { id: access.id } });
    t.equal((await create(body)).status, 403, 'the right is gone at once');
    t.equal((await create({ ...body, batchText: '' })).status, 403, 'and told before the text');
    t.equal((await create(body, 'admin')).status, 200);
    await connection.delete({ where: { id } });
    t.equal((await create(body)).body.title, 'Connection does not exist');
    t.equal((await create(body, 'admin')).status, 400);
  });

  t.test('a batch is read by its owner and by admins only', async (t) => {
    const batch = await world.submit('alice', 'select 1; select 2');
    const paths = [
      `/api/batches/${batch.id}`,
      `/api/batches/${batch.id}?wait=1`,
      `/api/batches/${batch.id}/statements`,
      `/api/batches/${batch.id}/events`,
      `/api/statements/${batch.statements[0]!.id}`,
    ];
    for (const path of paths) t.equal((await world.get('bob', path)).status, 403, path);
    for (const user of ['alice', 'admin']) {
      t.same((await world.get(user, paths[0]!)).body, batch);
      t.same((await world.get(user, paths[2]!)).body, batch.statements);
      t.same((await world.get(user, paths[4]!)).body, batch.statements[0]);
    }
    t.same(statementSchema.parse(batch.statements[0]), batch.statements[0]);
    const results = `/api/statements/${batch.statements[0]!.id}/results?limit=1`;
    t.equal((await world.get('admin', results)).status, 403, 'results are the owner’s alone');
  });

  t.test('what does not exist is 404, whatever its id looks like', async (t) => {
    const ids = [
      '0190a0b0-0000-7000-8000-000000000000',
      '0190A0B0-0000-7000-8000-000000000000',
      'x',
      '5',
      '%00',
      '..%2f..%2fetc%2fpasswd',
      'a'.repeat(1500),
    ];
    const routes: [string, (id: string) => string][] = [
      ['GET', (id) => `/api/batches/${id}`],
      ['GET', (id) => `/api/batches/${id}?wait=5`],
      ['GET', (id) => `/api/batches/${id}/events`],
      ['GET', (id) => `/api/batches/${id}/statements`],
      ['PUT', (id) => `/api/batches/${id}/cancel`],
      ['GET', (id) => `/api/statements/${id}`],
      ['GET', (id) => `/api/statements/${id}/results`],
    ];
    for (const [method, path] of routes) {
      for (const id of ids) {
        const { status, body } = await world.request<ErrorBody>('alice', method, path(id));
        t.equal(status, 404, `${method} ${path(id).slice(0, 60)}`);
        t.equal(body.title, 'Not found');
      }
    }
  });

  t.test('an unchanged batch is 304', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const path = `/api/batches/${batch.id}`;
    const etag = (await world.get('alice', path)).headers.get('etag') ?? '';
    for (const tag of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const answer = await world.get('alice', path, { 'if-none-match': tag });
      t.equal(answer.status, 304, tag);
      t.equal(answer.headers.get('etag'), etag);
    }
    const worker = await world.play(batch);
    await worker.start(batch.statements[0]!);
    const changed = await world.get<Batch>('alice', path, { 'if-none-match': etag });
    t.equal(changed.status, 200);
    t.match(changed.body.statements[0], { status: 'started', executionId: 'pid 1' });
    t.not(changed.headers.get('etag'), etag);
  });

  t.test('times, durations and errors are those of the rows', async (t) => {
    const batch = await world.submit('alice', 'select 1; select 2; select 3');
    const [first, second] = batch.statements;
    const worker = await world.play(batch);
    await worker.start(first!);
    await worker.finish(first!);
    await worker.start(second!);
    await worker.fail(second!, 'relation "x" does not exist');
    const { body } = await world.get<Batch>('alice', `/api/batches/${batch.id}`);
    t.same(batchSchema.parse(body), body, 'the answer keeps the contract');
    t.same(
      body.statements.map((each) => each.status),
      ['finished', 'error', 'cancelled'],
    );
    t.equal(body.durationMs, Date.parse(body.stopTime!) - Date.parse(body.startTime));
    const [finished, failed, cancelled] = body.statements;
    t.match(finished, { affectedRows: 1, command: 'INSERT', incomplete: false, resultsPath: null });
    t.equal(
      finished!.durationMs,
      Date.parse(finished!.stopTime!) - Date.parse(finished!.startTime!),
    );
    t.same(failed!.error, {
      title: 'relation "x" does not exist',
      outcome: 'failed',
      sqlState: '42P01',
    });
    t.match(cancelled, { startTime: null, stopTime: null, durationMs: null });
  });

  t.test('a list holds the caller’s own batches, newest first', async (t) => {
    const made: Batch[] = [];
    for (let n = 0; n < 13; n++) {
      made.push(
        await world.submit('carol', `select ${n}`, { queryId: n % 2 === 0 ? 'even' : null }),
      );
    }
    await world.submit('dave', 'select 1');
    const ids = made.map((batch) => batch.id).reverse();
    const list = (query: string, headers = {}) =>
      world.get<Batch[]>('carol', `/api/batches${query}`, headers);
    const all = await list('');
    t.same(
      all.body.map((batch) => batch.id),
      ids.slice(0, 10),
      'capped',
    );
    t.equal(all.headers.get('link'), null);
    for (const item of all.body) t.same(batchListItemSchema.parse(item), item);
    t.notOk('statements' in all.body[0]!);
    // Its place among those that wait is another by now.
    const [newest] = (await list('?includeStatements=true')).body;
    t.same({ ...newest, queuePosition: 0 }, { ...made.at(-1), queuePosition: 0 });
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
    await (await world.play(made.at(-1)!)).start(made.at(-1)!.statements[0]!);
    t.equal((await list('', { 'if-none-match': etag })).status, 200, 'a changed batch changes it');
  });

  t.test('a long list is sent in pieces and is one array', async (t) => {
    const batchText = `select '${'x'.repeat(900_000)}'`;
    const made: Batch[] = [];
    for (let n = 0; n < 9; n++) made.push(await world.submit('erin', batchText));
    const { body, status } = await world.get<Batch[]>(
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

  t.test('malformed query strings are 400', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const bad = [
      '/api/batches?limit=0',
      '/api/batches?limit=x',
      '/api/batches?limit=-1',
      '/api/batches?limit=1&limit=2',
      '/api/batches?offset=1.5',
      '/api/batches?includeStatements=1',
      '/api/batches?queryId=a&queryId=b',
      ...['x', '', '-1', '51', '50.1', '1e1', '1&wait=2', ' 1'].map(
        (wait) => `/api/batches/${batch.id}?wait=${wait}`,
      ),
      ...['limit=x', 'offset=-1', 'limit=', 'limit=1&limit=2', 'offset=9999999999999999'].map(
        (query) => `/api/statements/${batch.statements[0]!.id}/results?${query}`,
      ),
    ];
    for (const path of bad) {
      const { status, body } = await world.get<ErrorBody>('alice', path);
      t.equal(status, 400, path);
      t.ok(body.title.length > 0 && body.errors?.[0]?.path, body.title);
    }
  });

  t.test('cancelling', (t) => {
    const cancel = (id: string, user = 'alice') =>
      world.request<Batch>(user, 'PUT', `/api/batches/${id}/cancel`);

    t.test('a batch that nobody runs ends at once', async (t) => {
      const batch = await world.submit('alice', 'select 1; select 2');
      t.equal((await cancel(batch.id, 'bob')).status, 403);
      const { status, body } = await cancel(batch.id);
      t.equal(status, 200);
      t.same(batchSchema.parse(body), body);
      t.match(body, { status: 'cancelled', cancel: { by: 'alice', outcome: 'confirmed' } });
      t.same(
        body.statements.map((each) => each.status),
        ['cancelled', 'cancelled'],
      );
      const again = await cancel(batch.id);
      t.same(again.body, body, 'a final batch is answered unchanged');
    });

    t.test('a batch that runs is marked, also by an admin', async (t) => {
      const batch = await world.submit('alice', 'select 1');
      const worker = await world.play(batch);
      await worker.start(batch.statements[0]!);
      const { body } = await cancel(batch.id, 'admin');
      t.match(body, { status: 'started', cancel: { by: 'admin', outcome: null } });
      await worker.endCancelled(batch.statements[0]!);
      const after = await world.get<Batch>('alice', `/api/batches/${batch.id}`);
      t.match(after.body, { status: 'cancelled', cancel: { outcome: 'confirmed' } });
      t.type(after.body.cancel?.confirmedAt, 'string');
    });
    t.end();
  });

  t.test('nobody without a principal gets in', async (t) => {
    const response = await fetch(`${world.address}/api/batches`);
    t.equal(response.status, 401);
    await response.arrayBuffer();
  });
});
