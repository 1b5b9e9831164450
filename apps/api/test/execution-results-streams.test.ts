// Runs in its own process: it measures the memory of the process.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import type { Batch, ErrorBody } from '@sluice/contracts';
import t from 'tap';
import { finish, rawGet, readSlowly, resultsPathOf, start } from './execution-finished.js';
import { numberRows } from './execution-worker.js';
import { openExecutionHarness } from './execution-harness.js';

t.test('streams of results', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const get = <Body = unknown>(path: string) => harness.get<Body>('alice', path);

  t.test('a slow reader receives 200 MB with flat memory', async (t) => {
    const { statement, worker } = await start(harness);
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
    t.equal(await readSlowly(harness, resultsPathOf(statement)), result.bytes);
    const growth = Math.round((highest - before) / 1e6);
    t.ok(growth < 32, `the process grew by ${growth} MB`);
    t.same(await harness.openFiles(), []);
  });

  t.test('the file is closed when a reader disconnects', async (t) => {
    const { statement } = await finish(harness, 1_000_000);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => rawGet(harness, resultsPathOf(statement))),
    );
    t.equal((await harness.openFiles()).length, 8, 'eight readers wait');
    for (const response of responses) response.destroy();
    await harness.untilFilesAreClosed();
    t.same(await harness.openFiles(), []);
  });

  t.test('a user can have at most 64 concurrent streams', async (t) => {
    const { statement } = await finish(harness, 1_000_000);
    const responses: IncomingMessage[] = [];
    for (let count = 0; count < 64; count++)
      responses.push(await rawGet(harness, resultsPathOf(statement)));
    t.ok(responses.every((response) => response.statusCode === 200));
    const refused = await get<ErrorBody>(resultsPathOf(statement));
    t.match(refused, { status: 429, body: { code: 'too_many_streams' } });
    t.equal(refused.headers.get('retry-after'), '1');
    t.equal(
      (await get(resultsPathOf(statement, '?limit=10'))).status,
      200,
      'short responses are not counted',
    );
    for (const response of responses) response.destroy();
    await harness.untilFilesAreClosed();
    const again = await rawGet(harness, resultsPathOf(statement));
    t.equal(again.statusCode, 200);
    again.destroy();
    await harness.untilFilesAreClosed();
  });
});

t.test('a stalled response is aborted and its file is closed', async (t) => {
  const harness = await openExecutionHarness({ settings: { stallSeconds: 0.3 } });
  t.teardown(() => harness.stop());
  const { statement } = await finish(harness, 1_000_000);
  const stalled = await rawGet(harness, resultsPathOf(statement));
  stalled.pause();
  t.equal((await harness.openFiles()).length, 1);
  await harness.untilFilesAreClosed();
  await t.rejects(buffer(stalled), 'the body is not complete');
  t.same((await harness.get<number[][]>('alice', resultsPathOf(statement, '?limit=1'))).body, [
    [1],
  ]);
});

t.test('responses are compressed if the client accepts it', async (t) => {
  const harness = await openExecutionHarness({
    prepare: async (app) => {
      await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
    },
  });
  t.teardown(() => harness.stop());
  const { statement, file, batch } = await finish(harness, 300_000);
  const stored = await readFile(file);

  const zipped = await rawGet(harness, resultsPathOf(statement), { 'accept-encoding': 'gzip' });
  t.equal(zipped.headers['content-encoding'], 'gzip');
  t.notOk(zipped.headers['content-length']);
  t.ok(gunzipSync(await buffer(zipped)).equals(stored));

  const plain = await rawGet(harness, resultsPathOf(statement));
  t.notOk(plain.headers['content-encoding']);
  t.equal(plain.headers['content-length'], String(stored.length));
  t.ok((await buffer(plain)).equals(stored));

  const etag = zipped.headers.etag ?? '';
  const same = await harness.get('alice', resultsPathOf(statement), { 'if-none-match': etag });
  t.equal(same.status, 304);
  const head = await harness.request('alice', 'HEAD', resultsPathOf(statement));
  t.equal(head.status, 200);

  const gone = await rawGet(harness, resultsPathOf(statement), { 'accept-encoding': 'gzip' });
  gone.destroy();
  await harness.untilFilesAreClosed();

  const events = await rawGet(harness, `/api/batches/${batch.id}/events`, {
    'accept-encoding': 'gzip',
  });
  t.notOk(events.headers['content-encoding'], 'events are not compressed');
  const [, data] = /data: (.*)/.exec((await buffer(events)).toString()) ?? [];
  t.equal((JSON.parse(data ?? '') as Batch).status, 'finished');
});
