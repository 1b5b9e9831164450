import { until } from '@sluice/testkit';
import { type Batch, batchSchema, type ErrorBody, statementSchema } from '@sluice/contracts';
import t from 'tap';
import { openExecutionHarness } from './execution-harness.js';

t.test('batches', async (t) => {
  const harness = await openExecutionHarness({ settings: { maxStatements: 5, maxList: 10 } });
  t.teardown(() => harness.stop());
  const create = (body: unknown, user = 'alice') =>
    harness.request<Batch & ErrorBody>(user, 'POST', '/api/batches', { body });

  t.test('a new batch is returned immediately with its queued statements', async (t) => {
    const text = 'select 1;\n-- nothing\nselect 2;';
    const { status, body, headers } = await create({ connectionId: 'open', batchText: text });
    t.equal(status, 200);
    t.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    t.equal(headers.get('etag'), `W/"${body.id}-1-1"`);
    t.same(batchSchema.parse(body), body, 'the response matches the contract');
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
    await until('the batch is enqueued', () => harness.enqueued.includes(body.id));
  });

  t.test('the selected text is run instead of the batch text unless it is blank', async (t) => {
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

  t.test('all optional fields are stored', async (t) => {
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

  t.test('invalid requests return 400 and name the field', async (t) => {
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
      const response = await create(body);
      t.equal(response.status, 400, `${path}: ${response.body.title}`);
      t.match(response.body, { title: String, errors: [{ path }] });
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
    await harness.database.connectionAccess.create({
      data: { connectionId: 'closed', userId: 'alice', expiryDate },
    });
    t.equal((await create(body)).status, 403, 'expired access grants nothing');
  });

  t.test('a cached connection is read again after a change', async (t) => {
    const { connection, connectionAccess } = harness.database;
    const id = 'moving';
    const stored = { name: 'Moving', encryptedData: Buffer.alloc(0) };
    const open = { userId: 'alice', expiryDate: new Date(Date.now() + 60_000) };
    await connection.create({ data: { id, driver: 'postgres', ...stored } });
    const access = await connectionAccess.create({ data: { connectionId: id, ...open } });
    // One statement if a backslash escapes the quote, otherwise two.
    const body = { connectionId: id, batchText: "select '\\'; select '1" };
    const count = async () => (await create(body)).body.statements.length;
    t.equal(await count(), 2);
    await connection.update({ where: { id }, data: { driver: 'mysql' } });
    t.equal(await count(), 1, 'the new dialect splits the text');
    await connectionAccess.delete({ where: { id: access.id } });
    t.equal((await create(body)).status, 403, 'the removed access applies immediately');
    t.equal(
      (await create({ ...body, batchText: '' })).status,
      403,
      'access is checked before the text',
    );
    t.equal((await create(body, 'admin')).status, 200);
    await connection.delete({ where: { id } });
    t.equal((await create(body)).body.title, 'Connection does not exist');
    t.equal((await create(body, 'admin')).status, 400);
  });

  t.test('only the owner and admins can read a batch', async (t) => {
    const batch = await harness.submit('alice', 'select 1; select 2');
    const paths = [
      `/api/batches/${batch.id}`,
      `/api/batches/${batch.id}?wait=1`,
      `/api/batches/${batch.id}/statements`,
      `/api/batches/${batch.id}/events`,
      `/api/statements/${batch.statements[0]!.id}`,
    ];
    for (const path of paths) t.equal((await harness.get('bob', path)).status, 403, path);
    for (const user of ['alice', 'admin']) {
      t.same((await harness.get(user, paths[0]!)).body, batch);
      t.same((await harness.get(user, paths[2]!)).body, batch.statements);
      t.same((await harness.get(user, paths[4]!)).body, batch.statements[0]);
    }
    t.same(statementSchema.parse(batch.statements[0]), batch.statements[0]);
    const results = `/api/statements/${batch.statements[0]!.id}/results?limit=1`;
    t.equal((await harness.get('admin', results)).status, 403, 'only the owner can read results');
  });

  t.test('unknown ids return 404 in any form', async (t) => {
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
        const { status, body } = await harness.request<ErrorBody>('alice', method, path(id));
        t.equal(status, 404, `${method} ${path(id).slice(0, 60)}`);
        t.equal(body.title, 'Not found');
      }
    }
  });

  t.test('an unchanged batch returns 304', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const path = `/api/batches/${batch.id}`;
    const etag = (await harness.get('alice', path)).headers.get('etag') ?? '';
    for (const tag of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const response = await harness.get('alice', path, { 'if-none-match': tag });
      t.equal(response.status, 304, tag);
      t.equal(response.headers.get('etag'), etag);
    }
    const worker = await harness.claimAsWorker(batch);
    await worker.start(batch.statements[0]!);
    const changed = await harness.get<Batch>('alice', path, { 'if-none-match': etag });
    t.equal(changed.status, 200);
    t.match(changed.body.statements[0], { status: 'started', executionId: 'pid 1' });
    t.not(changed.headers.get('etag'), etag);
  });

  t.test('times, durations and errors match the stored rows', async (t) => {
    const batch = await harness.submit('alice', 'select 1; select 2; select 3');
    const [first, second] = batch.statements;
    const worker = await harness.claimAsWorker(batch);
    await worker.start(first!);
    await worker.finish(first!);
    await worker.start(second!);
    await worker.fail(second!, 'relation "x" does not exist');
    const { body } = await harness.get<Batch>('alice', `/api/batches/${batch.id}`);
    t.same(batchSchema.parse(body), body, 'the response matches the contract');
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

  t.test('cancellation', (t) => {
    const cancel = (id: string, user = 'alice') =>
      harness.request<Batch>(user, 'PUT', `/api/batches/${id}/cancel`);

    t.test('a queued batch is cancelled immediately', async (t) => {
      const batch = await harness.submit('alice', 'select 1; select 2');
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
      t.same(again.body, body, 'a finished batch is returned unchanged');
    });

    t.test('cancelling a running batch, also as an admin, records the request', async (t) => {
      const batch = await harness.submit('alice', 'select 1');
      const worker = await harness.claimAsWorker(batch);
      await worker.start(batch.statements[0]!);
      const { body } = await cancel(batch.id, 'admin');
      t.match(body, { status: 'started', cancel: { by: 'admin', outcome: null } });
      await worker.endCancelled(batch.statements[0]!);
      const after = await harness.get<Batch>('alice', `/api/batches/${batch.id}`);
      t.match(after.body, { status: 'cancelled', cancel: { outcome: 'confirmed' } });
      t.type(after.body.cancel?.confirmedAt, 'string');
    });
    t.end();
  });

  t.test('an anonymous request returns 401', async (t) => {
    const response = await fetch(`${harness.address}/api/batches`);
    t.equal(response.status, 401);
    await response.arrayBuffer();
  });
});
