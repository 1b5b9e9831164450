import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import {
  eventually,
  failure,
  read,
  runOptions,
  sessionOptions,
} from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connected } = sessionsOf(driver, cluster.config);

await t.test('slow rows are returned before the statement ends', (t) =>
  connected(async (connection) => {
    const run = await connection.run(
      'select pg_sleep(0.005) from generate_series(1, 250)',
      runOptions(),
    );
    const counts: number[] = [];
    for await (const chunk of run.chunks) counts.push(chunk.rowCount);
    t.ok((counts[0] ?? 0) <= 200 && counts.reduce((sum, count) => sum + count) === 250);
  }),
);

await t.test('a cancel during a slow read stops at once', (t) =>
  connected(async (connection) => {
    const abort = new AbortController();
    const run = await connection.run(
      'select n, repeat($$x$$, 1000) from generate_series(1, 10000000) n',
      runOptions({ signal: abort.signal }),
    );
    const chunks = run.chunks[Symbol.asyncIterator]();
    t.match(await chunks.next(), { done: false });
    const started = Date.now();
    abort.abort();
    const error = await failure(
      (async () => {
        while ((await chunks.next()).done !== true);
      })(),
    );
    t.match(error, { kind: 'cancelled', outcome: 'failed' });
    t.ok(Date.now() - started < 3000);
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
  }),
);

await t.test('a cancelled INSERT … RETURNING has no effect at any time of the cancel', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temp table u (n int)');
    for (let i = 0; i < 60; i++) {
      const abort = new AbortController();
      const before = (await rowsOf(connection, 'select count(*)::int from u'))[0]?.[0];
      const run = connection
        .run(
          'insert into u select generate_series(1, 3000) returning n',
          runOptions({ signal: abort.signal }),
        )
        .then(async ({ chunks }) => {
          for await (const chunk of chunks) if (i % 2 === 0 && chunk.rowCount > 0) abort.abort();
          return 3000;
        })
        .catch(() => 0);
      if (i % 2 === 1)
        setTimeout(() => {
          abort.abort();
        }, i / 10);
      const added = await run;
      t.strictSame(await rowsOf(connection, 'select count(*)::int from u'), [
        [Number(before) + added],
      ]);
    }
  }),
);

await t.test(
  'a statement that catches its cancel is ended with its session',
  { timeout: 30_000 },
  (t) =>
    connected(async (other) => {
      const connection = await driver.connect(cluster.config, sessionOptions());
      const stubborn = `do $$ begin loop begin perform pg_sleep(60);
      exception when query_canceled then null; end; end loop; end $$`;
      const error = await failure(read(connection, stubborn, { timeoutMs: 100 }));
      t.match(error, { kind: 'timeout', outcome: 'unknown' });
      t.ok(connection.closed);
      await connection.close();
      await eventually('the backend has ended', async () => {
        const sql = `select 1 from pg_stat_activity where pid = ${String(Number.parseInt(connection.executionId ?? ''))}`;
        return (await rowsOf(other, sql)).length === 0;
      });
    }),
);

await t.test('the database ends a statement at its own timeout', (t) =>
  connected(
    async (connection) => {
      const error = await failure(read(connection, 'select pg_sleep(60)'));
      t.match(error, { kind: 'timeout', outcome: 'failed' });
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
    },
    {},
    { statementTimeoutMs: 200 },
  ),
);
