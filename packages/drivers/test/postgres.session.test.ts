import { driverFor, type DriverConnection, type SessionOptions } from '@sluice/drivers';
import t from 'tap';
import { startCluster } from './cluster.js';
import { eventually, failure, read, runOptions, sessionOptions, textOf } from './contract.js';

const driver = driverFor('postgres');
if (!driver) throw new Error('no driver');
const cluster = await startCluster();
t.teardown(() => cluster.stop());

async function connected(
  body: (connection: DriverConnection) => Promise<void>,
  config: object = {},
  options: Partial<SessionOptions> = {},
): Promise<void> {
  const connection = await driver!.connect(
    { ...cluster.config, ...config },
    sessionOptions(options),
  );
  try {
    await body(connection);
  } finally {
    await connection.close();
  }
}

const rowsOf = async (connection: DriverConnection, sql: string): Promise<unknown[][]> =>
  (await read(connection, sql)).rows;

await t.test('a session says who it is and reads values the same way everywhere', (t) =>
  connected(async (connection) => {
    const shown = async (name: string): Promise<unknown> =>
      (await rowsOf(connection, `show ${name}`))[0]?.[0];
    t.equal(await shown('application_name'), 'sluice-test');
    t.equal(await shown('timezone'), 'UTC');
    t.equal(await shown('intervalstyle'), 'iso_8601');
    t.equal(await shown('client_connection_check_interval'), '500ms');
    const [row] = await rowsOf(connection, 'select pg_backend_pid()::text');
    t.match(connection.executionId, new RegExp(`^${String(row?.[0])}/20[\\d:.T-]+Z$`));
  }),
);

await t.test('one record is one statement: the server refuses a second one in it', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'select 1; drop table if exists x'));
    t.match(error, { outcome: 'failed', sqlState: '42601' });
    t.strictSame(await rowsOf(connection, `select ';' -- ; \n;`), [[';']]);
    t.match((await read(connection, ' -- nothing')).summary, { command: null, columns: null });
  }),
);

await t.test('commands say what they did', (t) =>
  connected(async (connection) => {
    const did = async (sql: string, maxRows: number | null = null): Promise<unknown[]> => {
      const { summary } = await read(connection, sql, { maxRows });
      return [summary.command, summary.affectedRows, summary.rowCount];
    };
    t.strictSame(await did('create temp table d as select n from generate_series(1, 5) n'), [
      'SELECT',
      5,
      0,
    ]);
    t.strictSame(await did('insert into d values (6), (7)'), ['INSERT', 2, 0]);
    t.strictSame(await did('update d set n = n where n < 4'), ['UPDATE', 3, 0]);
    t.strictSame(await did('delete from d where n > 6 returning n'), ['DELETE', 1, 1]);
    t.strictSame(
      await did('merge into d using (values (1)) v(n) on d.n = v.n when matched then do nothing'),
      ['MERGE', 0, 0],
    );
    t.strictSame(await did('select * from d'), ['SELECT', null, 6]);
    t.strictSame(await did('(select * from d)', 2), ['SELECT', null, 2]);
    t.strictSame(await did('create table if not exists e ()'), ['CREATE TABLE', null, 0]);
    t.strictSame(await did('select from d'), ['SELECT', null, 6]);
    t.strictSame(await did('explain select 1'), ['EXPLAIN', null, 1]);
    t.strictSame(await did('drop table e'), ['DROP TABLE', null, 0]);
  }),
);

await t.test('all rows of INSERT … RETURNING are inserted though few are kept', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temp table r (n int)');
    const sql = 'insert into r select generate_series(1, 5000) returning n';
    const { rows, summary } = await read(connection, sql, { maxRows: 10 });
    t.match([rows.length, summary.truncatedBy, summary.command], [10, 'rows', 'INSERT']);
    t.strictSame(await rowsOf(connection, 'select count(*)::int from r'), [[5000]]);
  }),
);

await t.test('the first hundred notices are kept, however long', (t) =>
  connected(async (connection) => {
    const { summary } = await read(
      connection,
      `do $$ begin raise warning '%', repeat('x', 3000000);
        for i in 1..200 loop raise notice 'n%', i; end loop; end $$`,
    );
    t.equal(summary.notices.length, 100);
    t.ok(summary.notices[0]?.startsWith('WARNING: xxx') && summary.notices[0].length < 10_000);
    t.equal(summary.notices[1], 'NOTICE: n1');
    const error = await failure(
      read(connection, `do $$ begin raise exception '%', repeat('x', 3000000); end $$`),
    );
    t.match(error, { sqlState: 'P0001', outcome: 'failed' });
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
  }),
);

await t.test(
  'COPY from and to the client is refused, without effect, and the session goes on',
  (t) =>
    connected(async (connection) => {
      await read(connection, 'create temp table c (n int)');
      t.match(await failure(read(connection, 'copy c from stdin')), {
        kind: 'sql',
        outcome: 'failed',
        title: 'COPY FROM STDIN is not supported',
      });
      const out = `/* x */ copy (insert into c select generate_series(1, 100000) returning n) to stdout`;
      t.match(await failure(read(connection, out)), { kind: 'sql', outcome: 'failed' });
      t.strictSame(await rowsOf(connection, 'select count(*)::int from c'), [[0]]);
      t.match((await read(connection, `copy c from program 'seq 3'`)).summary, { affectedRows: 3 });
    }),
);

await t.test('an error tells its kind, its detail and its hint', (t) =>
  connected(async (connection) => {
    await read(connection, 'create role nobody_here');
    await read(connection, 'set role nobody_here');
    t.match(await failure(read(connection, 'select * from pg_authid')), { kind: 'permission' });
    await read(connection, 'reset role');
    await read(connection, 'create temp table k (n int primary key deferrable initially deferred)');
    const late = await failure(read(connection, 'insert into k values (1), (1)'));
    t.match(late, { sqlState: '23505', detail: 'Key (n)=(1) already exists.', outcome: 'failed' });
    t.match(await failure(read(connection, 'select relnam from pg_class')), {
      hint: /relname/,
    });
    t.match(await failure(read(connection, `select '🎈é', nothere`)), { position: 14 });
    await read(connection, 'begin');
    await failure(read(connection, 'select 1/0'));
    t.match(await failure(read(connection, 'select 1')), { sqlState: '25P02' });
    await read(connection, 'rollback');
    await read(connection, 'set statement_timeout to 50');
    t.match(await failure(read(connection, 'select pg_sleep(9)')), {
      kind: 'timeout',
      outcome: 'failed',
      sqlState: '57014',
    });
  }),
);

await t.test('a reset undoes what statements did to a session', (t) =>
  connected(
    async (connection) => {
      const state = async (): Promise<unknown[][]> =>
        rowsOf(
          connection,
          `select to_regclass('pg_temp.marker')::text, current_user::text, current_setting('work_mem'),
             current_setting('intervalstyle'), current_setting('timezone'),
             current_setting('client_encoding'), current_setting('default_transaction_read_only'),
             current_setting('client_connection_check_interval'),
             (select count(*)::int from pg_locks where locktype = 'advisory'),
             (select count(*)::int from pg_prepared_statements)`,
        );
      const fresh = await state();
      for (const sql of [
        'set default_transaction_read_only to off',
        'create temporary table marker (id int)',
        'set role pg_monitor',
        "set work_mem to '7MB'",
        'set intervalstyle to postgres_verbose',
        "set timezone to 'Asia/Tokyo'",
        "set client_encoding to 'LATIN1'",
        'select pg_advisory_lock(7)',
        'prepare p as select 1',
        'listen news',
      ]) {
        await read(connection, sql);
      }
      t.notSame(await state(), fresh);
      t.equal(await connection.reset(), true);
      t.strictSame(await state(), fresh);
    },
    {},
    { readOnly: true },
  ),
);

await t.test('a session that cannot be reset says so', async (t) => {
  await connected(async (connection) => {
    await read(connection, 'begin');
    t.equal(await connection.reset(), false, 'inside a transaction');
    await read(connection, 'rollback');
    const run = await connection.run('select generate_series(1, 100000)', runOptions());
    t.equal(await connection.reset(), false, 'while a statement runs');
    for await (const chunk of run.chunks) t.ok(chunk.rowCount > 0);
    t.equal(await connection.reset(), true);
    await failure(read(connection, 'select pg_terminate_backend(pg_backend_pid())'));
    t.equal(await connection.reset(), false, 'after its end');
  });
  await connected(
    async (connection) => {
      t.equal(await connection.reset(), false, 'with statements of its own at the start');
    },
    { preQueryStatements: "set work_mem to '7MB'" },
  );
});

await t.test('a read-only session cannot write', (t) =>
  connected(
    async (connection) => {
      const error = await failure(read(connection, 'create table w ()'));
      t.match(error, { kind: 'permission', outcome: 'failed', sqlState: '25006' });
    },
    {},
    { readOnly: true },
  ),
);

await t.test(
  'the statements to run first have run, and a bad one refuses the session',
  async (t) => {
    const preQueryStatements = `set search_path to pg_catalog; set work_mem to '7MB';`;
    await connected(
      async (connection) => {
        t.strictSame(await rowsOf(connection, 'show work_mem'), [['7MB']]);
      },
      { preQueryStatements },
    );
    const bad = { ...cluster.config, preQueryStatements: 'set nothing_known to 1' };
    const error = await failure(driver.connect(bad, sessionOptions()));
    t.match(error, { kind: 'connection', outcome: 'not_run', title: /nothing_known/ });
  },
);

await t.test('slow rows are shown before the statement ends', (t) =>
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

await t.test('cancelling while the reader is slow stops at once and keeps nothing half', (t) =>
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

await t.test('a cancelled INSERT … RETURNING has no effect, wherever the cancel meets it', (t) =>
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
      await eventually('it is gone', async () => {
        const sql = `select 1 from pg_stat_activity where pid = ${String(Number.parseInt(connection.executionId ?? ''))}`;
        return (await rowsOf(other, sql)).length === 0;
      });
    }),
);

await t.test('a schema is what its user may see, sorted, with types and comments', async (t) => {
  await connected(async (connection) => {
    const statements = [
      'create schema shop',
      `comment on schema shop is 'the shop'`,
      'create schema hidden',
      'create table hidden.h (x int)',
      'create table shop.b (id int primary key, tags text[], price numeric(10,2), gone int)',
      'alter table shop.b drop column gone',
      `comment on table shop.b is 'bees'`,
      `comment on column shop.b.tags is 'what it''s about'`,
      'create view shop.a as select id from shop.b',
      'create materialized view shop.m as select 1 as one',
      'create table shop.p (at date, n int) partition by range (at)',
      `create table shop.p_2024 partition of shop.p for values from ('2024-01-01') to ('2025-01-01')`,
      'create table shop.secret (x int)',
      'create table shop.half (seen int, unseen int)',
      'create extension if not exists plpgsql',
      `create role viewer login password 'v'`,
      'grant usage on schema shop to viewer',
      'grant select on shop.a, shop.b, shop.m, shop.p to viewer',
      'grant select (seen) on shop.half to viewer',
      'create temp table mine (x int)',
    ];
    for (const sql of statements) await read(connection, sql);
  });
  await connected(
    async (connection) => {
      await read(connection, 'create temp table own (x int)');
      const schema = await connection.introspect(new AbortController().signal);
      t.ok('schemas' in schema);
      const found = 'schemas' in schema ? schema.schemas : [];
      t.strictSame(
        found.map(({ name, description }) => [name, description]),
        [
          ['public', 'standard public schema'],
          ['shop', 'the shop'],
        ],
      );
      const column = (name: string, dataType: string, description = ''): object => ({
        name,
        description,
        dataType,
      });
      t.strictSame(found[1]?.tables, [
        { name: 'a', description: '', type: 'view', columns: [column('id', 'integer')] },
        {
          name: 'b',
          description: 'bees',
          type: 'table',
          columns: [
            column('id', 'integer'),
            column('tags', 'text[]', "what it's about"),
            column('price', 'numeric(10,2)'),
          ],
        },
        { name: 'half', description: '', type: 'table', columns: [column('seen', 'integer')] },
        {
          name: 'm',
          description: '',
          type: 'materialized view',
          columns: [column('one', 'integer')],
        },
        {
          name: 'p',
          description: '',
          type: 'partitioned table',
          columns: [column('at', 'date'), column('n', 'integer')],
        },
      ]);
      t.match(await failure(connection.introspect(AbortSignal.abort())), { kind: 'cancelled' });
    },
    { username: 'viewer', password: 'v' },
  );
});

await t.test('nothing of the process environment reaches a connection', async (t) => {
  const canaries = {
    PGHOST: '192.0.2.1',
    PGPORT: '1',
    PGUSER: 'canary',
    PGPASSWORD: cluster.config.password as string,
    PGDATABASE: 'canary',
    PGOPTIONS: '-c work_mem=9MB',
    PGAPPNAME: 'canary',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGREPLICATION: 'true',
    PGCLIENT_ENCODING: 'LATIN1',
  };
  Object.assign(process.env, canaries);
  t.teardown(() => {
    for (const name of Object.keys(canaries)) Reflect.deleteProperty(process.env, name);
  });
  await connected(async (connection) => {
    t.strictSame(await rowsOf(connection, 'select current_user, current_database()'), [
      ['owner', 'postgres'],
    ]);
    t.strictSame(await rowsOf(connection, 'show work_mem'), [['4MB']]);
  });
  const { host, port, database, username } = cluster.config;
  for (const config of [
    {},
    { host, port, database },
    { host, port, username },
    { port, database, username },
    { host, port, database, username },
    { host, port, database, username, password: '' },
  ]) {
    const error = await failure(driver.connect(config, sessionOptions()));
    t.equal(error.outcome, 'not_run', JSON.stringify(config));
  }
});

await t.test('a field cannot carry more than its own value', async (t) => {
  for (const more of [
    { username: 'owner\0database\0template1' },
    { database: 'postgres\0replication\0true' },
    { host: '/tmp' },
    { host: 'a b' },
    { host: '127.0.0.1,127.0.0.2' },
    { host: 'postgres://127.0.0.1/' },
    { host: { toString: () => '127.0.0.1' } },
    { port: 'x' },
    { port: 70000 },
    { port: -1 },
    { ssl: 'perhaps' },
  ]) {
    const error = await failure(driver.connect({ ...cluster.config, ...more }, sessionOptions()));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, JSON.stringify(more));
  }
});

await t.test('connecting can be given up, and takes no longer than it may', async (t) => {
  const { createServer } = await import('node:net');
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  t.teardown(() => mute.close());
  const address = mute.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const config = { ...cluster.config, port };
  t.match(await failure(driver.connect(config, sessionOptions({ connectTimeoutMs: 100 }))), {
    kind: 'connection',
    outcome: 'not_run',
    title: /within 0\.1 seconds/,
  });
  const signal = AbortSignal.timeout(50);
  t.match(await failure(driver.connect(config, sessionOptions({ signal }))), {
    kind: 'cancelled',
    outcome: 'not_run',
  });
  let looked = '';
  const lookup: SessionOptions['lookup'] = (hostname, _options, callback) => {
    looked = hostname;
    callback(new Error('this host is not allowed'), '', 4);
  };
  const named = { ...cluster.config, host: 'somewhere.test' };
  t.match(await failure(driver.connect(named, sessionOptions({ lookup }))), {
    title: 'this host is not allowed',
  });
  t.equal(looked, 'somewhere.test');
});

await t.test('a result without limits comes whole', (t) =>
  connected(async (connection) => {
    const run = await connection.run(
      'select * from generate_series(1, 100000)',
      runOptions({ maxRows: null, maxBytes: null }),
    );
    let text = '';
    for await (const chunk of run.chunks) text += (text === '' ? '' : ',\n') + textOf(chunk);
    t.equal((JSON.parse(`[${text}]`) as unknown[]).length, 100_000);
  }),
);

await t.test('the database ends a statement by itself when nobody of us is left to do it', (t) =>
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
