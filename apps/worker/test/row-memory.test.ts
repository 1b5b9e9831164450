import { isDeep, residentBytes, startService } from '@sluice/testkit';
import t from 'tap';

/** The peak is reached while as many run as one executor runs at a time. */
const count = isDeep ? 120 : 60;
const mostBytes = 400 * 1024 ** 2;

t.test("many wide results at once stay within an executor's memory", async (t) => {
  const service = await startService({ queue: 'postgres' });
  t.teardown(() => service.stop());
  const { admin, connectionId, workers } = service;
  const executor = workers[0]!.children()[0]!;
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentBytes(executor))), 20);
  t.teardown(() => {
    clearInterval(timer);
  });

  // Statements with few rows are not delayed by those with many.
  const slow = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.submit(connectionId, 'select g, pg_sleep(0.1) from generate_series(1, 20) g'),
    ),
  );
  const sql = `select g, repeat('x', 1000) from generate_series(1, 8000) g`;
  const wide: { id: string }[] = [];
  while (wide.length < count) {
    wide.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => admin.submit(connectionId, sql)))),
    );
  }
  for (const { id } of wide) {
    const batch = await admin.finalBatch(id, 120_000);
    t.match(batch, { status: 'finished', statements: [{ rowCount: 8000, error: null }] });
  }
  for (const { id } of slow) t.equal((await admin.finalBatch(id)).status, 'finished');
  t.ok(most < mostBytes, `executor ${(most / 1024 ** 2).toFixed(0)} MiB`);
  t.same(workers[0]!.children(), [executor], 'no executor died');
});
