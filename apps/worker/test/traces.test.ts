import { startService, until, type TestService } from '@sluice/testkit';
import t from 'tap';
import { startCollector, type Collector, type ReceivedSpan } from './otlp-collector.js';

const collector = await startCollector();
t.teardown(() => {
  collector.close();
});

const open = (settings: Record<string, string> = {}): Promise<TestService> =>
  startService({
    processes: true,
    queue: 'postgres',
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      SERVICE_WORKER_CONCURRENCY: '1',
      ...settings,
    },
  });

/** Returns the spans of a batch's trace once its run has been sent. */
async function traceOf({ spans }: Collector, batchId: string): Promise<ReceivedSpan[]> {
  const run = await until('the batch run span was sent', () =>
    spans.find(
      ({ name, attributes }) => name === 'batch run' && attributes['sluice.batch.id'] === batchId,
    ),
  );
  const traced = () => spans.filter(({ traceId }) => traceId === run.traceId);
  await until('the request span was sent too', () =>
    traced().some(({ name }) => /^POST/.test(name)),
  );
  return traced();
}

/**
 * The enqueue span of a notified batch. The API may write it only when the worker has not begun the batch within 250 ms,
 * which happens on a busy machine.
 */
function enqueuedLate(spans: readonly ReceivedSpan[]): ReceivedSpan | undefined {
  const enqueue = spans.find(({ name }) => name === 'batch enqueue');
  const request = spans.find(({ name }) => name === 'POST /api/batches');
  if (enqueue === undefined || request === undefined) return undefined;
  const waitedNs = BigInt(enqueue.startTimeUnixNano) - BigInt(request.startTimeUnixNano);
  return waitedNs >= 250_000_000n ? enqueue : undefined;
}

t.test('traces', async (t) => {
  const service = await open();
  t.teardown(() => service.stop());
  const { admin, connectionId } = service;

  const ways = [
    // The first batch also opens the session.
    { how: 'to a notified worker', busy: false, more: ['sluice-worker: connect'] },
    { how: 'through the queue', busy: true, more: ['sluice-api: batch enqueue'] },
  ];
  for (const { how, busy, more } of ways) {
    t.test(`a trace leads from the request ${how} to the statement and its result`, async (t) => {
      const before = busy ? await admin.submit(connectionId, 'select pg_sleep(1)') : null;
      if (before !== null) await admin.startedBatch(before.id);
      const batch = await admin.run(connectionId, "select 'canary-value-1' as a");
      const expected = [
        'sluice-api: POST /api/batches',
        'sluice-worker: batch claim',
        'sluice-worker: batch run',
        'sluice-worker: result write',
        'sluice-worker: statement',
        ...more,
      ];
      const spans = await until('all spans were sent', async () => {
        const sent = await traceOf(collector, batch.id);
        const late = busy ? undefined : enqueuedLate(sent);
        const others = sent.filter((span) => span !== late);
        return others.length >= expected.length ? others : null;
      });
      const find = (name: string): ReceivedSpan => {
        const found = spans.find((span) => span.name === name);
        if (found === undefined) throw new Error(`No span ${name}`);
        return found;
      };
      const request = find('POST /api/batches');
      const run = find('batch run');
      const statement = find('statement');
      t.same(spans.map(({ service: from, name }) => `${from}: ${name}`).sort(), expected.sort());
      t.equal(request.parentSpanId ?? '', '');
      t.equal(run.parentSpanId, request.spanId);
      const ofRun = spans.filter(({ name }) => /^(batch claim|connect|statement)$/.test(name));
      for (const { name, parentSpanId } of ofRun) t.equal(parentSpanId, run.spanId, name);
      if (busy) t.equal(find('batch enqueue').parentSpanId, request.spanId);
      t.equal(find('result write').parentSpanId, statement.spanId);
      t.match(statement.attributes, {
        'sluice.batch.id': batch.id,
        'sluice.statement.id': batch.statements[0]!.id,
        'sluice.connection.id': connectionId,
        'user.id': String,
        'db.system': 'postgresql',
        'sluice.status': 'finished',
      });
      t.match(request.attributes, { 'http.route': '/api/batches', 'sluice.batch.id': batch.id });
    });
  }

  t.test('a request that is part of a trace stays in it', async (t) => {
    const traceId = 'a'.repeat(32);
    const answer = await admin.request(
      'POST',
      '/api/batches',
      { connectionId, batchText: 'select 1' },
      { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
    );
    const { id } = (await answer.json()) as { id: string };
    const spans = await traceOf(collector, id);
    t.ok(spans.every((span) => span.traceId === traceId));
    t.ok(spans.some((span) => span.parentSpanId === 'b'.repeat(16)));
  });

  t.test(
    'an error is reported by its code, and no span contains SQL, values or secrets',
    async (t) => {
      const batch = await admin.run(connectionId, "select 'canary-value-2'::int");
      t.equal(batch.status, 'error');
      const spans = await traceOf(collector, batch.id);
      const failed = spans.filter((span) => span.status === 2);
      t.same(failed.map(({ name }) => name).sort(), ['batch run', 'statement']);
      t.ok(failed.every((span) => span.attributes['error.type'] === '22P02'));
      const sent = collector.bodies.join('');
      const { password } = new URL(service.target.url);
      for (const secret of ['canary-value', '::int', password, 'correct horse']) {
        if (secret !== '') t.notOk(sent.includes(secret), secret);
      }
    },
  );

  t.test('a batch that is dispatched again after its job was lost keeps its trace', async (t) => {
    const idle = await startService({
      processes: true,
      queue: 'postgres',
      workers: 0,
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        SERVICE_REDISPATCH_AFTER_MS: '500',
        SERVICE_SWEEP_INTERVAL_MS: '200',
      },
    });
    t.teardown(() => idle.stop());
    const { id } = await idle.admin.submit(idle.connectionId, 'select 1');
    await idle.loseJobs();
    await idle.startWorker();
    t.equal((await idle.admin.finalBatch(id)).status, 'finished');
    const spans = await traceOf(collector, id);
    t.ok(spans.some(({ name, service: from }) => from === 'sluice-api' && /^POST/.test(name)));
  });
});

t.test('with a share of 0 percent nothing is sent', async (t) => {
  const service = await open({ SERVICE_TRACE_SAMPLE_PERCENT: '0' });
  t.teardown(() => service.stop());
  const seen = collector.spans.length;
  t.equal((await service.admin.run(service.connectionId, 'select 1')).status, 'finished');
  // A process that stops sends its pending spans.
  for (const each of [service.api, ...service.workers]) {
    each.kill('SIGTERM');
    await each.ended;
  }
  t.equal(collector.spans.length, seen);
});

t.test('an unavailable collector blocks neither batches nor a stop', async (t) => {
  const service = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  t.teardown(() => service.stop());
  t.equal((await service.admin.run(service.connectionId, 'select 1')).status, 'finished');
  for (const each of [service.api, ...service.workers]) {
    each.kill('SIGTERM');
    t.equal(await each.ended, 0);
  }
});

t.test('without a collector a batch has no trace', async (t) => {
  const service = await startService({ queue: 'redis', workersInProcess: true });
  t.teardown(() => service.stop());
  const batch = await service.admin.run(service.connectionId, 'select 1');
  const rows = await service.database.query<{ trace_parent: string | null }>(
    'select trace_parent from batches where id = $1',
    [batch.id],
  );
  t.same(rows, [{ trace_parent: null }]);
});
