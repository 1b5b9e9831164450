import { postgresDriver as driver } from '@sluice/driver-postgres';
import { startPgbouncer, startTcpProxy } from '@sluice/testkit';
import pg from 'pg';
import t, { type Test } from 'tap';
import type { DriverConnection } from '@sluice/driver-kit';
import { debianPostgres15, startCluster, type Cluster } from '@sluice/driver-testkit/cluster';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf, type Sessions } from '@sluice/driver-testkit/sessions';

/** Everything that a client can leave to the next client of its server connection. */
const leftovers = `select
  (select json_object_agg(name, setting order by name) from pg_settings
    -- Exist once a server process has loaded the language.
    where name not like 'plpgsql.%') as settings,
  (select json_agg(name) from pg_prepared_statements) as statements,
  (select json_agg(name) from pg_cursors) as cursors,
  (select json_agg(pg_listening_channels) from pg_listening_channels()) as channels,
  (select count(*) from pg_locks where locktype = 'advisory')::int as locks,
  (select count(*) from pg_class where relpersistence = 't')::int as temporary,
  current_user::text, session_user::text`;

/** A pool with one server connection, its sessions of the driver, and another client of the pool. */
interface Pool {
  sessions: Sessions;
  port: number;
  /** Asserts that the other client finds its settings unchanged, and that it can write. */
  isUndisturbed(t: Test, after: string): Promise<void>;
}

async function openPool(
  t: Test,
  cluster: Cluster,
  mode: 'session' | 'transaction' | 'statement',
): Promise<Pool> {
  const { username: user, password, database } = cluster.config as Record<string, string>;
  const pooler = await startPgbouncer({
    serverPort: cluster.port,
    mode,
    user: String(user),
    password: String(password),
  });
  t.teardown(() => pooler.stop());
  const { port } = pooler;
  const ask = async (sql: string): Promise<unknown[]> => {
    const other = new pg.Client({ host: '127.0.0.1', port, user, password, database });
    await other.connect();
    const { rows } = await other.query<Record<string, unknown>>(sql);
    await other.end();
    return rows;
  };
  const before = await ask(leftovers);
  return {
    port,
    sessions: sessionsOf(driver, { ...cluster.config, port }),
    isUndisturbed: async (t, after) => {
      t.strictSame(await ask(leftovers), before, `settings after: ${after}`);
      t.strictSame(await ask('insert into others default values returning 1 as done'), [
        { done: 1 },
      ]);
    },
  };
}

type Batch = (connection: DriverConnection, t: Test) => Promise<void>;

const cancelled = async (connection: DriverConnection, sql: string): Promise<void> => {
  const abort = new AbortController();
  const running = failure(read(connection, sql, { signal: abort.signal }));
  setTimeout(() => {
    abort.abort();
  }, 50);
  await running;
};

/** Batches of a session that may write, by what they do. */
const batches: Record<string, Batch> = {
  'a read': async (connection, t) => {
    t.strictSame(
      await rowsOf(
        connection,
        `select interval '1 day 02:03', '\\xff'::bytea, 0.1::float8 + 0.2::float8,
          timestamptz '2024-01-01 00:00:00+00', current_setting('application_name')`,
      ),
      [['P1DT2H3M', '\\xff', 0.30000000000000004, '2024-01-01T00:00:00Z', 'sluice-test']],
    );
  },
  'a long read': async (connection, t) => {
    const rows = await rowsOf(connection, 'select n from generate_series(1, 20000) n');
    t.equal(rows.length, 20_000);
  },
  'a limited read': async (connection, t) => {
    const sql = 'select n from generate_series(1, 20000) n';
    const { summary } = await read(connection, sql, { maxRows: 10 });
    t.match(summary, { rowCount: 10, truncatedBy: 'rows', command: 'SELECT', notices: [] });
  },
  'a type of the catalog': async (connection, t) => {
    t.strictSame(await rowsOf(connection, `select 'a'::kind`), [['a']]);
  },
  'a write': async (connection, t) => {
    const { summary } = await read(connection, 'insert into w values (1), (2)');
    t.match(summary, { command: 'INSERT', affectedRows: 2, notices: [] });
    t.match((await read(connection, 'delete from w')).summary, { affectedRows: 2 });
  },
  'a failing statement': async (connection, t) => {
    t.match(await failure(read(connection, 'insert into w values (1 / 0)')), {
      sqlState: '22012',
      outcome: 'failed',
    });
    t.match(await failure(read(connection, 'select nothing')), { position: 8 });
    t.strictSame(await rowsOf(connection, 'select count(*) from w'), [[0]]);
  },
  'a cancelled statement': async (connection, t) => {
    await cancelled(connection, 'select pg_sleep(60)');
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
  },
  'a timeout of the service': async (connection, t) => {
    const error = await failure(read(connection, 'select pg_sleep(60)', { timeoutMs: 100 }));
    t.match(error, { kind: 'timeout', outcome: 'failed' });
  },
  'a DO block': async (connection, t) => {
    const { summary } = await read(connection, `do $$ begin raise notice 'hello'; end $$`);
    t.match(summary, { command: 'DO', notices: ['NOTICE: hello'] });
  },
  'a procedure that commits': async (connection, t) => {
    t.match((await read(connection, 'call commits()')).summary, { command: 'CALL' });
    await read(connection, `do $$ begin insert into w values (1); commit; end $$`);
    t.match((await read(connection, 'delete from w')).summary, { affectedRows: 2 });
  },
  'statements that refuse a transaction block': async (connection, t) => {
    await read(connection, 'vacuum w');
    await read(connection, 'create index concurrently i on w (n)');
    await read(connection, 'drop index concurrently i');
    t.match((await read(connection, 'create database d')).summary, { command: 'CREATE DATABASE' });
    await read(connection, 'drop database d');
  },
  introspection: async (connection, t) => {
    const signal = new AbortController().signal;
    t.match(JSON.stringify(await connection.introspect(signal)), '"w"');
    t.match(await connection.describeTable({ schema: 'public', name: 'w' }, signal), { name: 'w' });
    t.strictSame(await connection.highPrivileges(), ['superuser']);
  },
  'a reset': async (connection, t) => {
    t.equal(await connection.reset(), true);
    t.strictSame(await rowsOf(connection, `select interval '1 day'`), [['P1D']]);
  },
};

/** Batches that a pooler in statement mode refuses. */
const transactions: Record<string, Batch> = {
  'a transaction': async (connection, t) => {
    await read(connection, 'begin isolation level serializable');
    t.strictSame(await rowsOf(connection, `select interval '1 day'`), [['P1D']]);
    await read(connection, `set local time zone 'Asia/Tokyo'`);
    await read(connection, 'create temporary table x (n int) on commit drop');
    t.strictSame(
      await rowsOf(connection, 'show timezone'),
      [['Asia/Tokyo']],
      'SET LOCAL holds until the end of the transaction',
    );
    await read(connection, 'savepoint a');
    await failure(read(connection, 'select 1 / 0'));
    await read(connection, 'rollback to a');
    t.strictSame(await rowsOf(connection, `select interval '2 days'`), [['P2D']]);
    await read(connection, 'commit and chain');
    t.strictSame(await rowsOf(connection, `select interval '3 days'`), [['P3D']]);
    await read(connection, 'commit');
    t.strictSame(await rowsOf(connection, 'show timezone'), [['UTC']]);
  },
  'a transaction that its session leaves open': async (connection, t) => {
    await read(connection, 'begin');
    await read(connection, 'insert into w values (1)');
    t.equal(connection.inTransaction, true);
    t.equal(await connection.reset(), false);
  },
};

/** Batches of a read-only session. */
const readOnlyBatches: Record<string, Batch> = {
  'a read-only read': async (connection, t) => {
    t.strictSame(await rowsOf(connection, `select interval '1 day'`), [['P1D']]);
  },
  'a refused write': async (connection, t) => {
    for (const sql of [
      'insert into w values (1)',
      'with x as (insert into w values (1) returning n) select n from x',
      'select write_it()',
      'create table y ()',
    ]) {
      t.match(await failure(read(connection, sql)), { sqlState: '25006' }, sql);
    }
    t.strictSame(await rowsOf(connection, 'select count(*) from w'), [[0]]);
  },
};

/** Attempts to leave the read-only transaction. */
const readOnlyEscapes = [
  'call commits()',
  `do $$ begin commit; insert into w values (1); end $$`,
  `/* /* */ select */ do $$ begin commit; insert into w values (1); end $$`,
  `-- a\rdo /*\nselect*/ $$ begin commit; insert into w values (1); end $$`,
  `do $$ begin commit; set transaction read write; insert into w values (1); commit; end $$`,
];

/** Statements whose effect would reach other clients. */
const refused = [
  'set statement_timeout to 1000',
  `set search_path to s`,
  'set role pg_monitor',
  'set session characteristics as transaction read only',
  'reset all',
  'prepare p as select 1',
  'deallocate all',
  'discard all',
  'listen news',
  `load 'auto_explain'`,
  'create temp table x (n int)',
  'create local temporary table x as select 1',
  'create or replace temp view x as select 1',
  'select 1 as n into temporary table x',
  `select pg_catalog.set_config('search_path', '', false)`,
  'select pg_advisory_lock(7)',
  'with a as (select 1 as n) select n into temp x from a',
];

const setUp = [
  'create table w (n int)',
  'create table others (at timestamptz default now())',
  `create type kind as enum ('a')`,
  'create procedure commits() language plpgsql as $$ begin insert into w values (1); commit; end $$',
  `create function write_it() returns int language plpgsql as
    $$ begin insert into w values (1); return 1; end $$`,
];

for (const [version, programs] of [
  ['18', undefined],
  ['15', debianPostgres15],
] as const) {
  await t.test(`PostgreSQL ${version}`, async (t) => {
    const cluster = await startCluster([], {}, programs);
    t.teardown(() => cluster.stop());
    const direct = sessionsOf(driver, cluster.config);
    await direct.connected(async (connection) => {
      for (const sql of setUp) await read(connection, sql);
    });

    for (const mode of ['transaction', 'statement'] as const) {
      await t.test(`another client of a pool in ${mode} mode is undisturbed`, async (t) => {
        const pool = await openPool(t, cluster, mode);
        const { connected } = pool.sessions;
        const all = mode === 'transaction' ? { ...batches, ...transactions } : batches;
        for (const [what, run] of Object.entries(all)) {
          await connected(
            async (connection) => {
              t.equal(connection.isPooled, true);
              t.equal(connection.executionId, null);
              await run(connection, t);
              if (connection.inTransaction === false) await pool.isUndisturbed(t, what);
            },
            {},
            { statementTimeoutMs: 20_000 },
          );
          await pool.isUndisturbed(t, `the end of the session of ${what}`);
        }
        for (const [what, run] of Object.entries(readOnlyBatches)) {
          await connected((connection) => run(connection, t), {}, { readOnly: true });
          await pool.isUndisturbed(t, what);
        }
      });
    }

    await t.test('SQL cannot write in a read-only session behind a pooler', async (t) => {
      for (const mode of ['transaction', 'statement'] as const) {
        const pool = await openPool(t, cluster, mode);
        for (const sql of readOnlyEscapes) {
          await pool.sessions.connected(
            async (connection) => {
              await failure(read(connection, sql));
            },
            {},
            { readOnly: true },
          );
          await direct.connected(async (connection) => {
            t.strictSame(await rowsOf(connection, 'select count(*) from w'), [[0]], sql);
          });
          await pool.isUndisturbed(t, sql);
        }
      }
    });

    await t.test('the database ends a pooled statement at its own timeout', async (t) => {
      const pool = await openPool(t, cluster, 'transaction');
      await pool.sessions.connected(
        async (connection) => {
          const error = await failure(read(connection, 'select pg_sleep(60)'));
          t.match(error, { kind: 'timeout', outcome: 'failed' });
          t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
        },
        {},
        { statementTimeoutMs: 200 },
      );
      await pool.isUndisturbed(t, 'a timeout of the database');
    });

    await t.test('a pooled statement ends when its worker is lost', async (t) => {
      for (const mode of ['transaction', 'statement'] as const) {
        const pool = await openPool(t, cluster, mode);
        const proxy = await startTcpProxy(`postgresql://127.0.0.1:${String(pool.port)}`);
        const { connect } = sessionsOf(driver, {
          ...cluster.config,
          port: Number(new URL(proxy.url).port),
        });
        const connection = await connect();
        const lost = failure(read(connection, 'select pg_sleep(600), 4711'));
        await direct.connected(async (observer) => {
          const running = async (): Promise<boolean> => {
            const sql = `select 1 from pg_stat_activity
              where query like '%4711%' and state = 'active' and pid <> pg_backend_pid()`;
            return (await rowsOf(observer, sql)).length > 0;
          };
          await eventually('the statement runs', running);
          await proxy.disconnect();
          t.match(await lost, { kind: 'connection', outcome: 'unknown' });
          await eventually('the statement has ended', async () => !(await running()));
        });
        await connection.close();
        await pool.isUndisturbed(t, `a lost worker in ${mode} mode`);
      }
    });

    await t.test('a statement that would change the session of others is not run', async (t) => {
      const pool = await openPool(t, cluster, 'transaction');
      await pool.sessions.connected(async (connection) => {
        for (const sql of refused) {
          t.match(
            await failure(read(connection, sql)),
            { kind: 'sql', outcome: 'not_run', title: /transaction pooler/, hint: /host and port/ },
            sql,
          );
        }
        t.strictSame(
          await rowsOf(connection, `select 'into temp x', 1 as "into temp x" -- into temp x`),
          [['into temp x', 1]],
        );
        await read(
          connection,
          `select set_config('work_mem', '7MB', true), pg_advisory_xact_lock(7)`,
        );
        await read(connection, 'create table temp (n int)');
        await read(connection, 'drop table temp');
        await read(connection, 'set local work_mem to 1024');
      });
      await pool.isUndisturbed(t, 'refused statements');
    });

    await t.test('statements to run first are refused behind a transaction pooler', async (t) => {
      const pool = await openPool(t, cluster, 'transaction');
      for (const preQueryStatements of [
        'set role pg_monitor; set search_path to pg_catalog',
        `do $$ begin set role pg_monitor; end $$`,
      ]) {
        t.match(await failure(pool.sessions.connect({ preQueryStatements })), {
          kind: 'connection',
          outcome: 'not_run',
          title: /transaction pooler/,
          hint: /host and port/,
        });
        await pool.isUndisturbed(t, preQueryStatements);
      }
    });

    await t.test(
      'a pooler in session mode keeps the session if the connection says so',
      async (t) => {
        const pool = await openPool(t, cluster, 'session');
        const config = { sessionPooler: true, preQueryStatements: `set work_mem to '7MB'` };
        const options = { statementTimeoutMs: 20_000, readOnly: true };
        await pool.sessions.connected(
          async (connection) => {
            t.equal(connection.isPooled, false);
            t.strictSame(await rowsOf(connection, 'show work_mem'), [['7MB']]);
            t.strictSame(await rowsOf(connection, 'show intervalstyle'), [['iso_8601']]);
            const [row] = await rowsOf(connection, 'select pg_backend_pid()::text');
            t.match(connection.executionId, new RegExp(`^${String(row?.[0])}/20[\\d:.T-]+Z$`));
          },
          config,
          options,
        );
        await pool.isUndisturbed(t, 'a session');
        const connection = await pool.sessions.connect({ sessionPooler: true });
        await failure(read(connection, 'select 1 / 0'));
        t.equal(
          await driver.cancelOrphan(
            cluster.config,
            String(connection.executionId),
            sessionOptions(),
          ),
          'stopped',
        );
        t.match(await failure(read(connection, 'select 1')), { kind: 'connection' });
        await connection.close();
        await pool.isUndisturbed(t, 'an ended session');
      },
    );
  });
}

await t.test('an id that no server confirmed ends no session', { timeout: 60_000 }, async (t) => {
  const cluster = await startCluster(["log_statement='all'"]);
  t.teardown(() => cluster.stop());
  let log = '';
  cluster.process.stderr?.on('data', (text: string) => {
    log += text;
  });
  t.match(await failure(driver.cancelOrphan(cluster.config, '4711', sessionOptions())), {
    kind: 'connection',
    outcome: 'not_run',
    title: 'Session 4711 cannot be ended by its pid alone',
  });
  const direct = sessionsOf(driver, cluster.config);
  await direct.connected((connection) => read(connection, setUp[1] ?? '').then(() => undefined));
  const pool = await openPool(t, cluster, 'transaction');
  const connection = await pool.sessions.connect();
  const stubborn = `do $$ begin loop begin perform pg_sleep(60);
    exception when query_canceled then null; end; end loop; end $$`;
  const error = await failure(read(connection, stubborn, { timeoutMs: 100 }));
  t.match(error, { kind: 'timeout', outcome: 'unknown' });
  await connection.close();
  await pool.isUndisturbed(t, 'a statement that catches its cancel');
  t.match(log, /query_canceled/);
  t.notMatch(log, /pg_terminate_backend/);
});
