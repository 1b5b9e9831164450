import { readFile, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import type { Batch, ErrorBody, Statement } from '@sluice/contracts';
import t from 'tap';
import { finish, rawGet, readSlowly, start } from './execution-finished.js';
import { numberColumn, numberRows } from './execution-player.js';
import { createWorld, type World } from './execution-support.js';

const pathOf = (statement: Statement, query = '') =>
  `/api/statements/${statement.id}/results${query}`;

/** The same, its end and its rows read once: the API has nothing left to remember of it. */
const finishAndRead = async (world: World) => {
  const finished = await finish(world, 3);
  await world.get('alice', `/api/batches/${finished.batch.id}`);
  await world.get('alice', pathOf(finished.statement));
  return finished;
};

t.test('results', async (t) => {
  const world = await createWorld();
  t.teardown(() => world.stop());
  const get = <Body = unknown>(path: string, headers: Record<string, string> = {}) =>
    world.get<Body>('alice', path, headers);

  t.test('the whole result is the stored file, byte for byte', async (t) => {
    for (const rowCount of [1, 1_000, 200_000]) {
      const { statement, file } = await finish(world, rowCount);
      const response = await rawGet(world, pathOf(statement));
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

  t.test('requests sent at once to a slow reader are answered byte for byte, too', async (t) => {
    const { statement, file } = await finish(world, 200_000);
    const stored = await readFile(file);
    const { host, hostname, port } = new URL(world.address);
    const socket = connect(Number(port), hostname);
    const asking = (connection: string) =>
      `GET ${pathOf(statement)} HTTP/1.1\r\nhost: ${host}\r\nx-user: alice\r\n` +
      `connection: ${connection}\r\n\r\n`;
    socket.write(asking('keep-alive') + asking('keep-alive') + asking('close'));
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

  t.test('a result that the client has is 304', async (t) => {
    const { statement } = await finish(world, 3);
    const etag = (await get(pathOf(statement))).headers.get('etag') ?? '';
    t.match(etag, /^W\/".+"$/);
    const same = await get(pathOf(statement), { 'if-none-match': etag });
    t.equal(same.status, 304);
    t.equal(same.body, null);
    t.equal((await get(pathOf(statement), { 'if-none-match': 'W/"x"' })).status, 200);
  });

  t.test('HEAD tells the length and sends nothing', async (t) => {
    const { statement } = await finish(world, 200_000);
    const whole = await get(pathOf(statement), { 'accept-encoding': 'identity' });
    const head = await world.request('alice', 'HEAD', pathOf(statement));
    t.equal(head.status, 200);
    t.equal(head.headers.get('content-length'), whole.headers.get('content-length'));
    t.equal(head.headers.get('etag'), whole.headers.get('etag'));
    t.same(await world.openFiles(), []);
  });

  t.test('files have no address of their own: `redirect=true` is answered as always', async (t) => {
    const { statement } = await finish(world, 3);
    t.match(await get(pathOf(statement, '?redirect=true')), { status: 200, body: [[1], [2], [3]] });
  });

  t.test('a page holds the rows asked for', async (t) => {
    const { statement } = await finish(world, 100_000);
    const numbers = async (query: string) =>
      (await get<number[][]>(pathOf(statement, query))).body.flat();
    t.same(await numbers('?offset=0&limit=3'), [1, 2, 3]);
    t.same(await numbers('?limit=2'), [1, 2]);
    t.same(await numbers('?offset=99998'), [99_999, 100_000]);
    t.same(await numbers('?offset=54321&limit=2'), [54_322, 54_323]);
    t.same(await numbers('?offset=99999&limit=999999999999999'), [100_000]);
    t.same(await numbers('?offset=100000&limit=5'), []);
    t.same(await numbers('?offset=999999999999999'), []);
    t.same(await numbers('?limit=0'), []);
    t.same(await world.openFiles(), []);
  });

  t.test('a statement without columns, or without rows, gives []', async (t) => {
    const { statement, worker } = await start(world);
    await worker.finish(statement);
    const none = await get(pathOf(statement));
    t.match(none, { status: 200, body: [] });
    t.equal(none.headers.get('content-type'), 'application/json; charset=utf-8');
    t.same((await get(pathOf(statement, '?offset=5'))).body, []);
    const etag = none.headers.get('etag') ?? '';
    t.equal((await get(pathOf(statement), { 'if-none-match': etag })).status, 304);

    const empty = await start(world);
    await empty.worker.finishWithRows(empty.statement, []);
    t.same((await get(pathOf(empty.statement))).body, []);
    t.same((await get(pathOf(empty.statement, '?limit=5'))).body, []);
    const { body } = await get<Statement>(`/api/statements/${empty.statement.id}`);
    t.match(body, { rowCount: 0, columns: [numberColumn] });
  });

  t.test('results of what has not finished are not there', async (t) => {
    const isNotReady = async (statement: Statement, query = '') => {
      const { status, body } = await get<ErrorBody>(pathOf(statement, query));
      t.match(
        { status, body },
        { status: 404, body: { title: 'Not found', code: 'results_not_ready' } },
      );
    };
    const batch = await world.submit('alice', 'select 1; select 2');
    const [first, second] = batch.statements;
    await isNotReady(first!);
    await isNotReady(first!, '?limit=5');
    const worker = await world.play(batch);
    await worker.start(first!);
    await isNotReady(first!);
    await worker.fail(first!, 'division by zero');
    await isNotReady(first!);
    await isNotReady(first!, '?limit=5');
    await isNotReady(second!);
  });

  t.test('pages of a running statement hold what is stored by now', async (t) => {
    const { statement, worker } = await start(world);
    const page = (query: string) => get<number[][]>(pathOf(statement, query));
    t.same((await page('?limit=5')).body, [], 'nothing is stored yet');
    const writer = await worker.write(statement);
    await writer.append(numberRows(1, 3));
    await writer.flush();
    const three = await page('?offset=0&limit=5');
    t.same(three.body, [[1], [2], [3]]);
    const etag = three.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    t.equal((await get(pathOf(statement, '?offset=0&limit=5'), headers)).status, 304);
    await writer.append(numberRows(4, 100_000));
    await writer.flush();
    const five = await get<number[][]>(pathOf(statement, '?offset=0&limit=5'), headers);
    t.match(five, { status: 200, body: [[1], [2], [3], [4], [5]] });
    t.same((await page('?offset=100002')).body, [[100_003]]);
    t.same((await page('?offset=200000&limit=5')).body, []);
    await writer.abort();
    t.same((await page('?limit=5')).body, []);
    t.same(await world.openFiles(), []);
  });

  t.test('only the owner gets them', async (t) => {
    const { statement } = await finish(world, 3);
    for (const user of ['bob', 'admin']) {
      t.equal((await world.get(user, pathOf(statement))).status, 403);
      t.equal((await world.get(user, pathOf(statement, '?limit=1'))).status, 403);
      t.equal((await world.request(user, 'HEAD', pathOf(statement))).status, 403);
    }
  });

  t.test('results that retention removed have expired', async (t) => {
    const expired = { status: 404, body: { title: 'Not found', code: 'results_expired' } };
    const known = await finishAndRead(world);
    await world.database.statement.update({
      where: { id: known.statement.id },
      data: { resultsPath: null },
    });
    t.match(await get(pathOf(known.statement)), expired);
    t.match(await get(pathOf(known.statement, '?limit=1')), expired);

    const unknown = await finishAndRead(world);
    await unlink(unknown.file);
    await world.database.statement.update({
      where: { id: unknown.statement.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    t.match(await get(pathOf(unknown.statement)), expired);
  });

  t.test('missing or damaged data is a 500 and in the log, never []', async (t) => {
    const isLogged = (text: string) => JSON.stringify(world.log).includes(text);
    const missing = await finish(world, 3);
    await unlink(missing.file);
    t.equal((await get(pathOf(missing.statement))).status, 500);
    t.equal((await get(pathOf(missing.statement, '?limit=1'))).status, 500);
    t.ok(isLogged('results_missing'));

    const short = await finish(world, 200_000);
    await truncate(short.file, 1_000);
    t.equal((await get(pathOf(short.statement))).status, 500);
    t.equal((await get(pathOf(short.statement, '?offset=100&limit=1'))).status, 500);

    const changed = await finish(world, 300_000);
    const bytes = await readFile(changed.file);
    bytes[bytes.length - 10] = 0x31;
    await writeFile(changed.file, bytes);
    await t.rejects(get(pathOf(changed.statement)), 'a body that turns out wrong is cut off');
    t.ok(isLogged('Results were cut off'));
    t.same(await world.openFiles(), []);
  });

  t.test('a stored path that is none of ours is 404', async (t) => {
    const { statement, file } = await finishAndRead(world);
    const { resultsPath: ofAnother } = (await finish(world, 3)).statement;
    const hostile = ['../../../etc/passwd', '/etc/passwd', '2020-01-01/../x.json', '', ofAnother];
    for (const resultsPath of hostile) {
      await world.database.statement.update({ where: { id: statement.id }, data: { resultsPath } });
      t.match(await get(pathOf(statement)), { status: 404, body: { title: 'Not found' } });
    }
    const planted = await finish(world, 3);
    await unlink(planted.file);
    await symlink(file, planted.file);
    t.match(await get(pathOf(planted.statement)), { status: 404, body: { title: 'Not found' } });
  });

  t.test('200 MB reach a slow reader whole, with flat memory', async (t) => {
    const { statement, worker } = await start(world);
    const chunk = numberRows(1_000_000, 100_000);
    const chunks = Array.from({ length: 200 }, () => ({ ...chunk, json: Buffer.from(chunk.json) }));
    const result = await worker.finishWithRows(statement, chunks);
    chunks.length = 0;
    t.ok(result.bytes! > 200_000_000, `${result.bytes} bytes`);
    const memory = () => process.memoryUsage.rss();
    const before = memory();
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, memory())), 2);
    t.teardown(() => clearInterval(watch));
    t.equal(await readSlowly(world, pathOf(statement)), result.bytes);
    const growth = Math.round((highest - before) / 1e6);
    t.ok(growth < 32, `the process grew by ${growth} MB`);
    t.same(await world.openFiles(), []);
  });

  t.test('a reader that goes away closes the file', async (t) => {
    const { statement } = await finish(world, 1_000_000);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => rawGet(world, pathOf(statement))),
    );
    t.equal((await world.openFiles()).length, 8, 'eight readers wait');
    for (const response of responses) response.destroy();
    await world.untilFilesAreClosed();
    t.same(await world.openFiles(), []);
  });

  t.test('a user has at most 64 long streams at a time', async (t) => {
    const { statement } = await finish(world, 1_000_000);
    const responses: IncomingMessage[] = [];
    for (let count = 0; count < 64; count++) responses.push(await rawGet(world, pathOf(statement)));
    t.ok(responses.every((response) => response.statusCode === 200));
    const refused = await get<ErrorBody>(pathOf(statement));
    t.match(refused, { status: 429, body: { code: 'too_many_streams' } });
    t.equal(refused.headers.get('retry-after'), '1');
    t.equal((await get(pathOf(statement, '?limit=10'))).status, 200, 'short ones are not counted');
    for (const response of responses) response.destroy();
    await world.untilFilesAreClosed();
    const again = await rawGet(world, pathOf(statement));
    t.equal(again.statusCode, 200);
    again.destroy();
    await world.untilFilesAreClosed();
  });
});

t.test('a reader that takes nothing is cut off, and its file closed', async (t) => {
  const world = await createWorld({ settings: { stallSeconds: 0.3 } });
  t.teardown(() => world.stop());
  const { statement } = await finish(world, 1_000_000);
  const stalled = await rawGet(world, pathOf(statement));
  stalled.pause();
  t.equal((await world.openFiles()).length, 1);
  await world.untilFilesAreClosed();
  await t.rejects(buffer(stalled), 'the body is not complete');
  t.same((await world.get<number[][]>('alice', pathOf(statement, '?limit=1'))).body, [[1]]);
});

t.test('with compression on, a client that asks for it gets it', async (t) => {
  const world = await createWorld({
    prepare: async (app) => {
      await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
    },
  });
  t.teardown(() => world.stop());
  const { statement, file, batch } = await finish(world, 300_000);
  const stored = await readFile(file);

  const zipped = await rawGet(world, pathOf(statement), { 'accept-encoding': 'gzip' });
  t.equal(zipped.headers['content-encoding'], 'gzip');
  t.notOk(zipped.headers['content-length']);
  t.ok(gunzipSync(await buffer(zipped)).equals(stored));

  const plain = await rawGet(world, pathOf(statement));
  t.notOk(plain.headers['content-encoding']);
  t.equal(plain.headers['content-length'], String(stored.length));
  t.ok((await buffer(plain)).equals(stored));

  const etag = zipped.headers.etag ?? '';
  const same = await world.get('alice', pathOf(statement), { 'if-none-match': etag });
  t.equal(same.status, 304);
  const head = await world.request('alice', 'HEAD', pathOf(statement));
  t.equal(head.status, 200);

  const gone = await rawGet(world, pathOf(statement), { 'accept-encoding': 'gzip' });
  gone.destroy();
  await world.untilFilesAreClosed();

  const events = await rawGet(world, `/api/batches/${batch.id}/events`, {
    'accept-encoding': 'gzip',
  });
  t.notOk(events.headers['content-encoding'], 'events are not held back');
  const [, data] = /data: (.*)/.exec((await buffer(events)).toString()) ?? [];
  t.equal((JSON.parse(data ?? '') as Batch).status, 'finished');
});
