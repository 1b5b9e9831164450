import type { Batch } from '@sluice/contracts';
import { residentBytes, startService, targetConnection, type TestService } from '@sluice/testkit';
import t, { type Test } from 'tap';

const mostBytes = 300 * 1024 * 1024;
const mostMs = 10_000;
const healthyCount = 20;

/** The highest memory use of each process, sampled every few milliseconds. */
function watchMemory(pids: number[]): { stop(): number[] } {
  const most = pids.map(() => 0);
  const look = (): void => {
    for (const [index, pid] of pids.entries()) {
      most[index] = Math.max(most[index] ?? 0, residentBytes(pid));
    }
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return most;
    },
  };
}

/** Runs `sql` beside healthy batches on the one executor; returns how it ended. */
async function besideHealthy(
  t: Test,
  service: TestService,
  sql: string,
  { badConnectionId = service.connectionId, withinMs = mostMs } = {},
): Promise<Batch> {
  const { admin, connectionId, workers } = service;
  const worker = workers[0]!;
  const [executor = 0] = worker.children();
  const memory = watchMemory([worker.pid, executor]);
  const startedAtMs = performance.now();
  const bad = await admin.submit(badConnectionId, sql);
  const healthy = await Promise.all(
    Array.from({ length: healthyCount }, () =>
      admin.submit(connectionId, 'select g, md5(g::text) from generate_series(1, 10000) g'),
    ),
  );
  const ended = await admin.finalBatch(bad.id);
  const endedAfterMs = performance.now() - startedAtMs;
  t.ok(
    endedAfterMs < withinMs,
    `ended after ${endedAfterMs.toFixed(0)} of ${withinMs.toFixed(0)} ms`,
  );
  for (const { id } of healthy) t.equal((await admin.finalBatch(id)).status, 'finished');
  const [supervisorBytes = 0, executorBytes = 0] = memory.stop();
  const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
  t.ok(supervisorBytes < mostBytes, `supervisor ${mib(supervisorBytes)}`);
  t.ok(executorBytes < mostBytes, `executor ${mib(executorBytes)}`);
  t.same(worker.children(), [executor], 'no executor died');
  return ended;
}

const wideColumns = Array.from({ length: 10 }, (_, i) => `repeat('${i}', 100) c${i}`).join();
const manyColumns = Array.from({ length: 1600 }, (_, i) => `g + ${i} c${i}`).join();

t.test('a query of death beside healthy batches on one executor', async (t) => {
  const service = await startService({
    queue: 'redis',
    settings: { SERVICE_WORKER_CONCURRENCY: '24' },
  });
  t.teardown(() => service.stop());

  const refused = { status: 'error', error: { code: 'limit', outcome: 'failed' } };
  const isRefused = async (t: Test, sql: string) => {
    // The time that the database takes to build the row before it sends anything: seconds if memory is slow.
    const sinceMs = performance.now();
    await service.target.query(`explain (analyze, serialize text) ${sql}`);
    const withinMs = mostMs + performance.now() - sinceMs;
    const { statements } = await besideHealthy(t, service, sql, { withinMs });
    t.match(statements[0], refused);
  };
  const cut = { status: 'finished', incomplete: true, truncatedBy: 'rows' };

  t.test('a cell of 600 MB', async (t) => {
    // Built from large pieces: byte by byte, the database alone takes ten seconds.
    const sql = "select repeat(repeat('x', 1000000), 600)";
    await isRefused(t, sql);
  });

  t.test('a row of many cells that are each allowed', async (t) => {
    const cells = Array.from({ length: 10 }, () => "repeat('x', 20000000)").join();
    await isRefused(t, `select ${cells}`);
  });

  t.test('five million wide rows', async (t) => {
    const sql = `select generate_series(1, 5000000), ${wideColumns}`;
    const { statements } = await besideHealthy(t, service, sql);
    t.match(statements[0], cut);
  });

  t.test('1,600 columns', async (t) => {
    const sql = `select ${manyColumns} from generate_series(1, 2000) g`;
    const { statements } = await besideHealthy(t, service, sql);
    t.match(statements[0], { status: 'finished', rowCount: 2000, incomplete: false });
  });

  t.test('an endless recursion that returns rows', async (t) => {
    const sql = 'with recursive r(n) as (select 1 union all select n + 1 from r) select n from r';
    const { statements } = await besideHealthy(t, service, sql);
    t.match(statements[0], cut);
  });

  t.test('an endless recursion that returns no rows', async (t) => {
    const sql =
      'with recursive r(n) as (select 1::bigint union all select n + 1 from r) select n from r where n < 0';
    const body = { ...targetConnection(service.target.url), queryTimeoutSeconds: 3 };
    const limited = await service.admin.json<{ id: string }>('POST', '/api/connections', body);
    const { statements } = await besideHealthy(t, service, sql, { badConnectionId: limited.id });
    t.match(statements[0], { status: 'error', error: { code: 'timeout', outcome: 'failed' } });
  });
});
