import { readFile, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorBody, Statement } from '@sluice/contracts';
import t from 'tap';
import { finish, rawGet, resultsPathOf, start } from './execution-finished.js';
import { numberColumn, numberRows } from './execution-worker.js';
import { type ExecutionHarness, openExecutionHarness } from './execution-harness.js';

/** Finishes a batch and reads it once, so that the API no longer caches it. */
const finishAndRead = async (harness: ExecutionHarness) => {
  const finished = await finish(harness, 3);
  await harness.get('alice', `/api/batches/${finished.batch.id}`);
  await harness.get('alice', resultsPathOf(finished.statement));
  return finished;
};

t.test('results', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const get = <Body = unknown>(path: string, headers: Record<string, string> = {}) =>
    harness.get<Body>('alice', path, headers);

  t.test('a complete result equals the stored file', async (t) => {
    for (const rowCount of [1, 1_000, 200_000]) {
      const { statement, file } = await finish(harness, rowCount);
      const response = await rawGet(harness, resultsPathOf(statement));
      const stored = await readFile(file);
      t.equal(response.statusCode, 200);
      t.match(response.headers, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(stored.length),
      });
      t.notOk(response.headers['content-encoding']);
      const body = await buffer(response);
      t.ok(body.equals(stored));
      const rows = JSON.parse(body.toString()) as number[][];
      t.equal(rows.length, rowCount);
      t.same(rows.at(-1), [rowCount]);
    }
  });

  t.test('pipelined requests of a slow reader get complete results', async (t) => {
    const { statement, file } = await finish(harness, 200_000);
    const stored = await readFile(file);
    const { host, hostname, port } = new URL(harness.address);
    const socket = connect(Number(port), hostname);
    const requestText = (connection: string) =>
      `GET ${resultsPathOf(statement)} HTTP/1.1\r\nhost: ${host}\r\nx-user: alice\r\n` +
      `connection: ${connection}\r\n\r\n`;
    socket.write(requestText('keep-alive') + requestText('keep-alive') + requestText('close'));
    const parts: Buffer[] = [];
    for await (const part of socket as AsyncIterable<Buffer>) {
      parts.push(part);
      await delay(1);
    }
    const bodies = Buffer.concat(parts)
      .toString('latin1')
      .split(/HTTP\/1\.1 200 OK\r\n.+?\r\n\r\n/s);
    t.equal(bodies.length, 4);
    for (const body of bodies.slice(1)) t.ok(body === stored.toString('latin1'));
  });

  t.test('an unchanged result returns 304', async (t) => {
    const { statement } = await finish(harness, 3);
    const etag = (await get(resultsPathOf(statement))).headers.get('etag') ?? '';
    t.match(etag, /^W\/".+"$/);
    const same = await get(resultsPathOf(statement), { 'if-none-match': etag });
    t.equal(same.status, 304);
    t.equal(same.body, null);
    t.equal((await get(resultsPathOf(statement), { 'if-none-match': 'W/"x"' })).status, 200);
  });

  t.test('HEAD returns the length without a body', async (t) => {
    const { statement } = await finish(harness, 200_000);
    const whole = await get(resultsPathOf(statement), { 'accept-encoding': 'identity' });
    const head = await harness.request('alice', 'HEAD', resultsPathOf(statement));
    t.equal(head.status, 200);
    t.equal(head.headers.get('content-length'), whole.headers.get('content-length'));
    t.equal(head.headers.get('etag'), whole.headers.get('etag'));
    t.same(await harness.openFiles(), []);
  });

  t.test('file results have no link, so `redirect=true` returns the rows', async (t) => {
    const { statement } = await finish(harness, 3);
    t.match(await get(resultsPathOf(statement, '?redirect=true')), {
      status: 200,
      body: [[1], [2], [3]],
    });
  });

  t.test('a page contains the requested rows', async (t) => {
    const { statement } = await finish(harness, 100_000);
    const numbers = async (query: string) =>
      (await get<number[][]>(resultsPathOf(statement, query))).body.flat();
    t.same(await numbers('?offset=0&limit=3'), [1, 2, 3]);
    t.same(await numbers('?limit=2'), [1, 2]);
    t.same(await numbers('?offset=99998'), [99_999, 100_000]);
    t.same(await numbers('?offset=54321&limit=2'), [54_322, 54_323]);
    t.same(await numbers('?offset=99999&limit=999999999999999'), [100_000]);
    t.same(await numbers('?offset=100000&limit=5'), []);
    t.same(await numbers('?offset=999999999999999'), []);
    t.same(await numbers('?limit=0'), []);
    t.same(await harness.openFiles(), []);
  });

  t.test('a statement without columns or rows returns an empty array', async (t) => {
    const { statement, worker } = await start(harness);
    await worker.finish(statement);
    const none = await get(resultsPathOf(statement));
    t.match(none, { status: 200, body: [] });
    t.equal(none.headers.get('content-type'), 'application/json; charset=utf-8');
    t.same((await get(resultsPathOf(statement, '?offset=5'))).body, []);
    const etag = none.headers.get('etag') ?? '';
    t.equal((await get(resultsPathOf(statement), { 'if-none-match': etag })).status, 304);

    const empty = await start(harness);
    await empty.worker.finishWithRows(empty.statement, []);
    t.same((await get(resultsPathOf(empty.statement))).body, []);
    t.same((await get(resultsPathOf(empty.statement, '?limit=5'))).body, []);
    const { body } = await get<Statement>(`/api/statements/${empty.statement.id}`);
    t.match(body, { rowCount: 0, columns: [numberColumn] });
  });

  t.test('results of an unfinished statement return 404', async (t) => {
    const isNotReady = async (statement: Statement, query = '') => {
      const { status, body } = await get<ErrorBody>(resultsPathOf(statement, query));
      t.match(
        { status, body },
        { status: 404, body: { title: 'Not found', code: 'results_not_ready' } },
      );
    };
    const batch = await harness.submit('alice', 'select 1; select 2');
    const [first, second] = batch.statements;
    await isNotReady(first!);
    await isNotReady(first!, '?limit=5');
    const worker = await harness.claimAsWorker(batch);
    await worker.start(first!);
    await isNotReady(first!);
    await worker.fail(first!, 'division by zero');
    await isNotReady(first!);
    await isNotReady(first!, '?limit=5');
    await isNotReady(second!);
  });

  t.test('pages of a running statement contain the rows stored so far', async (t) => {
    const { statement, worker } = await start(harness);
    const page = (query: string) => get<number[][]>(resultsPathOf(statement, query));
    t.same((await page('?limit=5')).body, [], 'nothing is stored yet');
    const writer = await worker.write(statement);
    await writer.append(numberRows(1, 3));
    await writer.flush();
    const firstPage = await page('?offset=0&limit=5');
    t.same(firstPage.body, [[1], [2], [3]]);
    const etag = firstPage.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    t.equal((await get(resultsPathOf(statement, '?offset=0&limit=5'), headers)).status, 304);
    await writer.append(numberRows(4, 100_000));
    await writer.flush();
    const secondPage = await get<number[][]>(
      resultsPathOf(statement, '?offset=0&limit=5'),
      headers,
    );
    t.match(secondPage, { status: 200, body: [[1], [2], [3], [4], [5]] });
    t.same((await page('?offset=100002')).body, [[100_003]]);
    t.same((await page('?offset=200000&limit=5')).body, []);
    await writer.abort();
    t.same((await page('?limit=5')).body, []);
    t.same(await harness.openFiles(), []);
  });

  t.test('only the owner can read results', async (t) => {
    const { statement } = await finish(harness, 3);
    for (const user of ['bob', 'admin']) {
      t.equal((await harness.get(user, resultsPathOf(statement))).status, 403);
      t.equal((await harness.get(user, resultsPathOf(statement, '?limit=1'))).status, 403);
      t.equal((await harness.request(user, 'HEAD', resultsPathOf(statement))).status, 403);
    }
  });

  t.test('results removed by retention return results_expired', async (t) => {
    const expired = { status: 404, body: { title: 'Not found', code: 'results_expired' } };
    const known = await finishAndRead(harness);
    await harness.database.statement.update({
      where: { id: known.statement.id },
      data: { resultsPath: null },
    });
    t.match(await get(resultsPathOf(known.statement)), expired);
    t.match(await get(resultsPathOf(known.statement, '?limit=1')), expired);

    const unknown = await finishAndRead(harness);
    await unlink(unknown.file);
    await harness.database.statement.update({
      where: { id: unknown.statement.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    t.match(await get(resultsPathOf(unknown.statement)), expired);
  });

  t.test('missing or damaged data returns 500 and is logged', async (t) => {
    const isLogged = (text: string) => JSON.stringify(harness.log).includes(text);
    const missing = await finish(harness, 3);
    await unlink(missing.file);
    t.equal((await get(resultsPathOf(missing.statement))).status, 500);
    t.equal((await get(resultsPathOf(missing.statement, '?limit=1'))).status, 500);
    t.ok(isLogged('results_missing'));

    const short = await finish(harness, 200_000);
    await truncate(short.file, 1_000);
    t.equal((await get(resultsPathOf(short.statement))).status, 500);
    t.equal((await get(resultsPathOf(short.statement, '?offset=100&limit=1'))).status, 500);

    const changed = await finish(harness, 300_000);
    const bytes = await readFile(changed.file);
    bytes[bytes.length - 10] = 0x31;
    await writeFile(changed.file, bytes);
    await t.rejects(
      get(resultsPathOf(changed.statement)),
      'a response with a wrong checksum is aborted',
    );
    t.ok(isLogged('result stream aborted'));
    t.same(await harness.openFiles(), []);
  });

  t.test('a stored path outside of the result folder returns 404', async (t) => {
    const { statement, file } = await finishAndRead(harness);
    const { resultsPath: otherPath } = (await finish(harness, 3)).statement;
    const hostile = ['../../../etc/passwd', '/etc/passwd', '2020-01-01/../x.json', '', otherPath];
    for (const resultsPath of hostile) {
      await harness.database.statement.update({
        where: { id: statement.id },
        data: { resultsPath },
      });
      t.match(await get(resultsPathOf(statement)), { status: 404, body: { title: 'Not found' } });
    }
    const planted = await finish(harness, 3);
    await unlink(planted.file);
    await symlink(file, planted.file);
    t.match(await get(resultsPathOf(planted.statement)), {
      status: 404,
      body: { title: 'Not found' },
    });
  });
});
