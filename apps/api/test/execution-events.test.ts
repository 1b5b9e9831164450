import { until } from '@sluice/testkit';
import { get, type IncomingMessage } from 'node:http';
import type { Batch } from '@sluice/contracts';
import t from 'tap';
import { streamBatchEvents } from '../dist/batches/events.js';
import { takeSnapshot } from '../dist/batches/snapshots.js';
import { openExecutionHarness, type ExecutionHarness } from './execution-harness.js';

interface Stream {
  response: IncomingMessage;
  text(): string;
  batches(): Batch[];
  ended: Promise<void>;
}

const open = (harness: ExecutionHarness, batch: Batch, headers: Record<string, string> = {}) =>
  new Promise<Stream>((resolve, reject) => {
    const url = `${harness.address}/api/batches/${batch.id}/events`;
    get(url, { headers: { 'x-user': 'alice', ...headers }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      resolve({
        response,
        text: () => text,
        batches: () =>
          [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Batch),
        ended: new Promise((onEnd) => response.once('close', onEnd)),
      });
    }).once('error', reject);
  });

t.test('batch events', async (t) => {
  const harness = await openExecutionHarness({
    timing: { heartbeatMs: 100, maxEventsMs: 4_000 },
  });
  t.teardown(() => harness.stop());

  t.test('every state is sent as an event, and the final state ends the stream', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const [statement] = batch.statements;
    const stream = await open(harness, batch);
    t.equal(stream.response.statusCode, 200);
    t.equal(stream.response.headers['content-type'], 'text/event-stream; charset=utf-8');
    await until('the first state', () => stream.batches().length === 1);
    t.same(stream.batches()[0], batch, 'the current state is sent first');
    const worker = await harness.claimAsWorker(batch);
    await worker.start(statement!);
    await until('the second state', () => stream.batches().length === 2);
    await worker.progress(statement!, 7);
    await until('the third state', () => stream.batches().length === 3);
    await worker.finish(statement!);
    await stream.ended;
    const states = stream
      .batches()
      .map(({ status, statements }) => [status, statements[0]!.status, statements[0]!.rowCount]);
    t.same(states, [
      ['started', 'queued', null],
      ['started', 'started', null],
      ['started', 'started', 7],
      ['finished', 'finished', null],
    ]);
    t.match(stream.text(), /^id: 1\nevent: batch\ndata: \{.*\}\n\n/);
  });

  t.test('changes are found by polling if notifications are lost', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const worker = await harness.claimAsWorker(batch);
    harness.notifications.state.cut = true;
    const stream = await open(harness, batch);
    await until('the first state', () => stream.batches().length === 1);
    await worker.start(batch.statements[0]!);
    await worker.finish(batch.statements[0]!);
    await stream.ended;
    harness.notifications.state.cut = false;
    t.equal(stream.batches().at(-1)?.status, 'finished');
  });

  t.test('comments keep an idle stream open until its maximum duration', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const stream = await open(harness, batch);
    await until('some comments', () => (stream.text().match(/^: still here$/gm) ?? []).length >= 3);
    t.equal(stream.batches().length, 1, 'no event is sent twice');
    await stream.ended;
    t.equal(stream.response.complete, true);
  });

  t.test('a reconnecting client receives missed events, or 204 if there are none', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    await harness.request('alice', 'PUT', `/api/batches/${batch.id}/cancel`);
    const stream = await open(harness, batch, { 'last-event-id': '1' });
    await stream.ended;
    t.equal(stream.batches()[0]?.status, 'cancelled');
    const again = await open(harness, batch, { 'last-event-id': '2' });
    await again.ended;
    t.equal(again.response.statusCode, 204);
    const nonsense = await open(harness, batch, { 'last-event-id': 'x' });
    await nonsense.ended;
    t.equal(nonsense.batches().length, 1);
  });

  t.test('a final state that arrives during the first read is sent', async (t) => {
    const { id } = await harness.submit('alice', 'select 1');
    await harness.request('alice', 'PUT', `/api/batches/${id}/cancel`);
    const row = await harness.database.batch.findUniqueOrThrow({
      where: { id },
      include: { statements: true },
    });
    const end = takeSnapshot(row);
    const stream = await streamBatchEvents({
      watch: {
        open: (_id, { onSnapshot }) => {
          onSnapshot(end);
          return { markSeen: () => undefined, close: () => undefined };
        },
      },
      batchId: id,
      signal: new AbortController().signal,
      readFirst: () => Promise.resolve(end),
      present: (snapshot) => snapshot,
      lastEventId: '1',
    });
    t.match(String(await stream?.setEncoding('utf8').toArray()), /"status":"cancelled"/);
  });

  t.test('a disconnected client leaves no connection or query behind', async () => {
    const batch = await harness.submit('alice', 'select 1');
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(harness, batch)));
    for (const stream of streams) stream.response.destroy();
    const connections = () =>
      new Promise<number>((resolve) => {
        harness.app.server.getConnections((_error, count) => resolve(count));
      });
    await until('no stream is open', async () => (await connections()) <= 2);
    await until('no more queries are sent', async () => {
      const seen = harness.counter.queries;
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      return harness.counter.queries === seen;
    });
  });
});
