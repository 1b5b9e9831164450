import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  catalogue,
  createMetrics,
  metricsTable,
  openTracing,
  serveMetrics,
} from '@sluice/telemetry';
import { freePort } from '@sluice/testkit';
import t from 'tap';

t.test('docs/reference/observability.md lists the metrics of the catalogue', async (t) => {
  const page = await readFile(
    new URL('../../../docs/reference/observability.md', import.meta.url),
    'utf8',
  );
  t.ok(page.includes(metricsTable()), 'run: node scripts/document-metrics.mjs');
});

t.test('metric names end in their unit, counters in _total, and labels are few', async (t) => {
  for (const [name, { type, labels }] of Object.entries(catalogue)) {
    t.match(name, /^sluice_[a-z_]+$/);
    t.equal(name.endsWith('_total'), type === 'counter', name);
    if (type === 'histogram') t.match(name, /_seconds$/);
    t.ok(labels.length <= 3, name);
  }
});

t.test('loads and traces nothing without a configured collector', async (t) => {
  const tracing = await openTracing({
    serviceName: 'test',
    instanceId: 'test',
    endpoint: undefined,
    sampleShare: 1,
  });
  t.equal(tracing.tracer.enabled, false);
  const span = tracing.tracer.start({
    name: 'x',
    parent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  });
  t.equal(span.traceParent, null);
  span.set({ a: 1 });
  span.end();
  await tracing.close();
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  t.ok(
    loaded.some((path) => path.includes('prom-client')),
    'loaded modules are visible here',
  );
  t.same(
    loaded.filter((path) => /@opentelemetry\/(sdk|exporter|otlp)/.test(path)),
    [],
  );
});

t.test('starts a new trace for a malformed parent', async (t) => {
  const { tracer, close } = await openTracing({
    serviceName: 'test',
    instanceId: 'test',
    endpoint: 'http://127.0.0.1:9',
    sampleShare: 1,
  });
  const id = 'a'.repeat(32);
  const traceOf = (parent: string): string | undefined =>
    tracer.start({ name: 'x', parent }).traceParent?.slice(3, 35);
  t.equal(traceOf(`00-${id}-${'b'.repeat(16)}-01`), id);
  for (const parent of [
    '',
    'x',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id.toUpperCase()}-${'b'.repeat(16)}-01`,
    `00-${id}-${'b'.repeat(16)}`,
  ]) {
    const trace = traceOf(parent);
    t.match(trace, /^[0-9a-f]{32}$/);
    t.not(trace, id, parent);
  }
  await close();
});

t.test(
  'tries the next port when one is in use, and fails when only one may be tried',
  async (t) => {
    const metrics = createMetrics();
    const port = await freePort();
    const open = (tries: number) => serveMetrics({ metrics, host: '127.0.0.1', port, tries });
    const first = await open(1);
    const second = await open(50);
    t.teardown(async () => {
      await first.close();
      await second.close();
      metrics.close();
    });
    t.equal(first.url, `http://127.0.0.1:${port}/metrics`);
    t.not(second.url, first.url);
    await t.rejects(open(1), { code: 'EADDRINUSE', syscall: 'listen' });
    t.match(await (await fetch(second.url)).text(), /^sluice_event_loop_delay_seconds/m);
  },
);

t.test('10,000 observations are fast', async (t) => {
  const metrics = createMetrics();
  t.teardown(() => {
    metrics.close();
  });
  const observe = metrics.histogram('sluice_http_request_duration_seconds');
  const labels = { method: 'GET', route: '/api/batches/:id', status: '200' };
  const startedAtMs = performance.now();
  for (let count = 0; count < 10_000; count++) observe({ ...labels }, count / 1e5);
  const microseconds = ((performance.now() - startedAtMs) * 1_000) / 10_000;
  t.comment(`${microseconds.toFixed(2)} µs each`);
  t.ok(microseconds < 50, `${microseconds} µs`);
  t.match(await metrics.text(), /_count\{[^}]*\} 10000$/m);
});
