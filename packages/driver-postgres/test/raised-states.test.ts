import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { eventually, failure, read, runOptions } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connect, connected } = sessionsOf(driver, cluster.config);

/** States that sound like the end of a session, a sign-in, a cancel or an uncertain end. */
const states = [
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01', '53300', '28000', '28P01'],
  ...['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04', '40003'],
];

await t.test('an error of user code is an error of SQL, whatever its SQLSTATE', (t) =>
  connected(async (connection) => {
    for (const state of states) {
      const raise = `do $$ begin raise exception 'statement timeout' using errcode = '${state}'; end $$`;
      t.match(
        await failure(read(connection, raise)),
        { kind: 'sql', outcome: 'failed', sqlState: state, title: 'statement timeout' },
        state,
      );
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]], 'the session continues');
    }
  }),
);

await t.test('an error of user code without a message has a readable title', (t) =>
  connected(async (connection) => {
    const raise = "do $$ begin raise exception using message = '', errcode = '45000'; end $$";
    t.match(await failure(read(connection, raise)), {
      kind: 'sql',
      outcome: 'failed',
      sqlState: '45000',
      title: 'The database reported an error without a message',
    });
  }),
);

await t.test('the end of the session is a lost connection', (t) =>
  connected(async (connection) => {
    const killed = failure(read(connection, 'select pg_terminate_backend(pg_backend_pid())'));
    t.match(await killed, { kind: 'connection', outcome: 'unknown', sqlState: '57P01' });
    t.ok(connection.closed);
  }),
);

await t.test(
  'a cancel by an administrator and a timeout of the server keep their kinds',
  async (t) => {
    const other = await connect();
    t.teardown(() => other.close());
    await connected(async (connection) => {
      const [[pid] = []] = await rowsOf(connection, 'select pg_backend_pid()');
      const run = await connection.run('select pg_sleep(60)', runOptions());
      const reading = failure(
        (async () => {
          for await (const chunk of run.chunks) chunk.release?.();
        })(),
      );
      const asleep = `select from pg_stat_activity where pid = ${String(pid)} and wait_event = 'PgSleep'`;
      await eventually('asleep', async () => (await rowsOf(other, asleep)).length === 1);
      await rowsOf(other, `select pg_cancel_backend(${String(pid)})`);
      t.match(await reading, { kind: 'cancelled', outcome: 'failed', sqlState: '57014' });
      await read(connection, 'set statement_timeout to 50');
      const late = await failure(read(connection, 'select pg_sleep(60)'));
      t.match(late, { kind: 'timeout', outcome: 'failed' });
    });
  },
);

await t.test('a statement to run first that raises such a state refuses the session', async (t) => {
  const preQueryStatements = `do $$ begin raise exception 'mine' using errcode = '28P01'; end $$`;
  t.match(await failure(connect({ preQueryStatements })), {
    kind: 'connection',
    outcome: 'not_run',
    title: 'mine',
    isTargetFull: false,
  });
});
