import { postgresDriver as driver } from '@sluice/driver-postgres';
import { startPgpool } from '@sluice/testkit';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, runOptions } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

// Facts that these tests prove: pgpool2 issue 59 and asyncpg issue 573.
t.setTimeout(120_000);
const cluster = await startCluster([], { 'pg_hba.conf': 'host all all 127.0.0.1/32 trust\n' });
t.teardown(() => cluster.stop());

for (const mode of ['raw', 'streaming_replication'] as const) {
  const pgpool = await startPgpool(mode, cluster.port);
  t.teardown(() => pgpool.stop());
  const { connected } = sessionsOf(driver, { ...cluster.config, port: pgpool.port });

  await t.test(`${mode}: results around every page boundary are complete`, (t) =>
    connected(async (connection) => {
      for (const count of [0, 1, 99, 100, 101, 199, 200, 500, 501, 100_000]) {
        const { rows, summary } = await read(
          connection,
          `select generate_series(1, ${String(count)})`,
        );
        t.equal(rows.length, count);
        t.strictSame(rows.at(-1), count === 0 ? undefined : [count]);
        t.match(summary, { truncatedBy: null, command: 'SELECT' });
      }
    }),
  );

  await t.test(`${mode}: a row limit ends the result and the session stays usable`, (t) =>
    connected(async (connection) => {
      for (const maxRows of [1, 50, 99, 100, 101, 1000]) {
        const { rows, summary } = await read(connection, 'select generate_series(1, 100000)', {
          maxRows,
        });
        t.match([rows.length, summary.truncatedBy], [maxRows, 'rows']);
      }
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
    }),
  );

  await t.test(`${mode}: a statement that changes rows runs once`, (t) =>
    connected(async (connection) => {
      await read(connection, 'create temp table r (n int)');
      const sql = 'insert into r select generate_series(1, 5000) returning n';
      const { rows, summary } = await read(connection, sql, { maxRows: 10 });
      t.match([rows.length, summary.truncatedBy, summary.command], [10, 'rows', 'INSERT']);
      t.strictSame(await rowsOf(connection, 'select count(*)::int from r'), [[5000]]);
    }),
  );

  await t.test(`${mode}: a type of the catalog is looked up and the rows follow`, (t) =>
    connected(async (connection) => {
      await read(connection, `create type pg_temp.mood as enum ('sad', 'happy')`);
      const { rows, summary } = await read(
        connection,
        `select 'happy'::pg_temp.mood, n from generate_series(1, 300) n`,
      );
      t.equal(rows.length, 300);
      t.match(summary.columns?.[0], { dbType: /mood$/ });
    }),
  );

  await t.test(`${mode}: a long result can be cancelled`, (t) =>
    connected(async (connection) => {
      const abort = new AbortController();
      const run = await connection.run(
        'select generate_series(1, 100000000)',
        runOptions({ signal: abort.signal, maxRows: null }),
      );
      const reading = (async () => {
        for await (const chunk of run.chunks) {
          chunk.release?.();
          abort.abort();
        }
      })();
      t.match(await failure(reading), { kind: 'cancelled' });
    }),
  );

  await t.test(`${mode}: a read-only session reads pages`, (t) =>
    connected(
      async (connection) => {
        t.equal((await rowsOf(connection, 'select generate_series(1, 1000)')).length, 1000);
        t.match(await failure(read(connection, 'create table w ()')), { sqlState: '25006' });
      },
      {},
      { readOnly: true },
    ),
  );
}
