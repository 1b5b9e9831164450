import { createServer } from 'node:net';
import { freePort, freeWorkerMetricsPort, startService, until } from '@sluice/testkit';
import { catalogue } from '@sluice/telemetry';
import t from 'tap';

/**
 * Returns the sum of the samples with these labels in Prometheus' text format; undefined if there are none.
 */
function valueOf(
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const wanted = Object.entries(labels).map(([key, each]) => `${key}="${each}"`);
  const values = text.split('\n').flatMap((line) => {
    const [, found, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return found === name && wanted.every((each) => inside.includes(each)) ? [Number(value)] : [];
  });
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
}

const scrape = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return answer.text();
};

/** Returns the names of the service's metrics in a scrape. */
const ownNames = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (sluice_\w+) /gm)].map(([, name]) => name ?? '');

t.test('metrics', async (t) => {
  const port = await freeWorkerMetricsPort();
  const service = await startService({
    queue: 'postgres',
    workers: 2,
    settings: { SERVICE_WORKER_METRICS_PORT: String(port), SERVICE_WORKER_CONCURRENCY: '3' },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId, baseUrl } = service;
  const urls = service.workers.map((worker) => {
    const url = /"url":"([^"]+)"/.exec(worker.output())?.[1];
    if (url === undefined) throw new Error('The worker did not log the address of its metrics');
    return url;
  });
  const api = () => scrape(`${baseUrl}/metrics`, { authorization: admin.authorization });
  /** The sum over both workers. */
  const sum = async (name: string, labels?: Record<string, string>): Promise<number> => {
    const texts = await Promise.all(urls.map((url) => scrape(url)));
    return texts.reduce((total, text) => total + (valueOf(text, name, labels) ?? 0), 0);
  };

  t.test('workers on one host use one port each and log it', async (t) => {
    t.equal(new Set(urls).size, 2);
    t.match(urls[0], new RegExp(`^http://127\\.0\\.0\\.1:\\d+/metrics$`));
    const outside = await fetch(urls[0]!.replace('/metrics', '/api/batches'));
    t.equal(outside.status, 404, 'no other path is served there');
    t.equal((await fetch(urls[0]!, { method: 'POST' })).status, 405);
  });

  t.test('each process has every metric that the catalogue lists for it', async (t) => {
    const names = (process: 'api' | 'worker') =>
      Object.entries(catalogue)
        .filter(([, { processes }]) => (processes as readonly string[]).includes(process))
        .map(([name]) => name)
        .sort();
    t.same(ownNames(await api()).sort(), names('api'));
    const worker = await scrape(urls[0]!);
    t.same(ownNames(worker).sort(), names('worker'));
    for (const text of [await api(), worker]) {
      t.ok((valueOf(text, 'process_cpu_seconds_total') ?? 0) > 0);
      t.ok((valueOf(text, 'sluice_event_loop_delay_seconds', { quantile: '0.99' }) ?? -1) >= 0);
    }
  });

  t.test('statements, rows, bytes and times are counted by status and driver', async (t) => {
    const finished = await admin.run(connectionId, 'select g from generate_series(1, 500) g');
    await admin.run(connectionId, 'select 1; select nothing_here; select 2; select 3');
    const driver = 'postgres';
    const count = (status: string) => sum('sluice_statements_total', { status, driver });
    await until(
      'both runs have ended',
      async () => (await sum('sluice_batch_duration_seconds_count')) === 2,
    );
    t.equal(await count('finished'), 2);
    t.equal(await count('error'), 1);
    t.equal(await count('cancelled'), 2);
    t.equal(await sum('sluice_result_rows_total', { driver }), 501);
    const bytes = finished.statements[0]!.bytes ?? 0;
    t.ok((await sum('sluice_result_bytes_total', { driver })) >= bytes && bytes > 0);
    t.equal(await sum('sluice_statement_duration_seconds_count', { status: 'finished' }), 2);
    t.equal(await sum('sluice_statement_duration_seconds_count', { status: 'error' }), 1);
    t.equal(await sum('sluice_result_write_seconds_count'), 2);
    t.equal(await sum('sluice_batch_queue_wait_seconds_count'), 2);
    t.ok((await sum('sluice_connect_duration_seconds_count', { outcome: 'ok' })) >= 1);
    t.equal(await sum('sluice_batch_duration_seconds_count', { status: 'error' }), 1);
  });

  t.test('requests are timed by route pattern', async (t) => {
    const { id } = await admin.run(connectionId, 'select 1');
    await admin.json('GET', `/api/batches/${id}`);
    await admin.request('GET', `/api/nothing-here/${id}`);
    const text = await api();
    const requests = (labels: Record<string, string>) =>
      valueOf(text, 'sluice_http_request_duration_seconds_count', labels) ?? 0;
    t.ok(requests({ method: 'POST', route: '/api/batches', status: '200' }) >= 1);
    t.ok(requests({ route: '/api/batches/:id', status: '200' }) >= 1);
    t.ok(requests({ route: '/api/batches/:id?wait', status: '200' }) >= 1);
    t.ok(requests({ route: 'unknown', status: '404' }) >= 1);
    t.notOk(text.includes(id), 'no label contains an id');
    t.ok((valueOf(text, 'sluice_batches_accepted_total') ?? 0) >= 3);
  });

  t.test('slots, waiting and running batches and the longest wait are reported', async (t) => {
    const submitted = [];
    for (let count = 0; count < 8; count++) {
      submitted.push(await admin.submit(connectionId, 'select pg_sleep(60)'));
    }
    await until('six batches run', async () => (await sum('sluice_slots_in_use')) === 6);
    t.equal(await sum('sluice_slots'), 6);
    const text = await until('the API reports it', async () => {
      const found = await api();
      return valueOf(found, 'sluice_batches', { state: 'running' }) === 6 ? found : null;
    });
    t.equal(valueOf(text, 'sluice_batches', { state: 'waiting' }), 2);
    t.equal(valueOf(text, 'sluice_workers_alive'), 2);
    t.equal(valueOf(text, 'sluice_database_up'), 1);
    t.ok((valueOf(text, 'sluice_queue_age_seconds', { tenant: 'other' }) ?? 0) > 0);
    for (const { id } of submitted) await admin.json('PUT', `/api/batches/${id}/cancel`);
    for (const { id } of submitted) await admin.finalBatch(id);
    await until('no slot is in use', async () => (await sum('sluice_slots_in_use')) === 0);
    t.ok((await sum('sluice_statements_total', { status: 'cancelled' })) >= 6);
    await until('no batch waits', async () => {
      const now = await api();
      return valueOf(now, 'sluice_queue_age_seconds') === undefined;
    });
  });

  t.test('lease renewals are counted', async (t) => {
    await until(
      'some renewals happened',
      async () => (await sum('sluice_lease_renewals_total', { outcome: 'ok' })) > 0,
    );
    t.equal(await sum('sluice_lease_renewals_total', { outcome: 'failed' }), 0);
    t.ok((await scrape(urls[0]!)).includes('sluice_lease_renewals_total{outcome="late"}'));
  });

  t.test('a batch whose claim was taken away is counted as fenced', async () => {
    const { id } = await admin.submit(connectionId, 'select pg_sleep(1)');
    await until('it runs', async () => (await sum('sluice_slots_in_use')) === 1);
    await service.database.query('update batches set lease_token = $1 where id = $2', [
      '00000000-0000-4000-8000-000000000000',
      id,
    ]);
    await until('the worker noticed', async () => (await sum('sluice_batches_fenced_total')) === 1);
    await until(
      'its run is counted',
      async () => (await sum('sluice_batch_duration_seconds_count', { status: 'lost' })) === 1,
    );
  });
});

t.test('the process that sweeps counts what the sweep does', async (t) => {
  const service = await startService({
    queue: 'postgres',
    workers: 0,
    settings: {
      SERVICE_SWEEP_INTERVAL_MS: '100',
      SERVICE_REDISPATCH_AFTER_MS: '100',
      SERVICE_QUEUE_LIMIT_SECONDS: '2',
    },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId, baseUrl } = service;
  const counted = async (name: string, labels?: Record<string, string>): Promise<number> => {
    const text = await scrape(`${baseUrl}/metrics`, { authorization: admin.authorization });
    return valueOf(text, name, labels) ?? NaN;
  };
  t.equal(await counted('sluice_batches_reaped_total'), 0, 'known before the first one');
  const hold = async (id: string): Promise<void> => {
    await service.database.query(
      `update batches set worker_id = 'gone', lease_token = gen_random_uuid() where id = $1`,
      [id],
    );
  };
  const unsent = await admin.submit(connectionId, 'select 1');
  await hold(unsent.id);
  await until(
    'it was returned to the queue',
    async () => (await counted('sluice_batches_released_total', { by: 'sweep' })) === 1,
  );
  await service.database.query(`
    insert into workers (id, hostname, pid, slots, lease_expires_at)
    values ('idle', 'test', 1, 1, now() + interval '1 minute')`);
  await until(
    'a worker was woken for it',
    async () => (await counted('sluice_batches_redispatched_total')) > 0,
  );
  await service.database.query(`delete from workers where id = 'idle'`);
  await until('it expired', async () => (await counted('sluice_batches_expired_total')) === 1);
  const sent = await admin.submit(connectionId, 'select 1');
  await service.database.query(
    `update statements set status = 'started', start_time = now() where batch_id = $1`,
    [sent.id],
  );
  await hold(sent.id);
  await until('it was ended', async () => (await counted('sluice_batches_reaped_total')) === 1);
});

t.test('with a separate port, the API serves its metrics only there', async (t) => {
  const port = await freePort();
  const service = await startService({
    queue: 'postgres',
    workers: 0,
    settings: { SERVICE_METRICS_PORT: String(port) },
  });
  t.teardown(() => service.stop());
  const text = await scrape(`http://127.0.0.1:${port}/metrics`);
  t.equal(valueOf(text, 'sluice_database_up'), 1);
  t.equal((await service.admin.request('GET', '/metrics')).status, 404);
});

t.test('a worker without a free metrics port logs that and runs batches', async (t) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(65_535, '127.0.0.1', resolve));
  t.teardown(() => taken.close());
  const service = await startService({
    queue: 'postgres',
    workersInProcess: true,
    settings: { SERVICE_WORKER_METRICS_PORT: '65535' },
  });
  t.teardown(() => service.stop());
  t.match(service.workerOutput(), /"level":50.*SERVICE_WORKER_METRICS_PORT/);
  t.equal((await service.admin.run(service.connectionId, 'select 1')).status, 'finished');
});
