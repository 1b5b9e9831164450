import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, runOptions, textOf } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connected } = sessionsOf(driver, cluster.config);

await t.test('a session sets its application name, time zone and output formats', (t) =>
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

await t.test('the server rejects a second statement in one text', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'select 1; drop table if exists x'));
    t.match(error, { outcome: 'failed', sqlState: '42601' });
    t.strictSame(await rowsOf(connection, `select ';' -- ; \n;`), [[';']]);
    t.match((await read(connection, ' -- nothing')).summary, { command: null, columns: null });
  }),
);

await t.test('the summary reports the command and its affected rows', (t) =>
  connected(async (connection) => {
    const run = async (sql: string, maxRows: number | null = null): Promise<unknown[]> => {
      const { summary } = await read(connection, sql, { maxRows });
      return [summary.command, summary.affectedRows, summary.rowCount];
    };
    t.strictSame(await run('create temp table d as select n from generate_series(1, 5) n'), [
      'SELECT',
      5,
      0,
    ]);
    t.strictSame(await run('insert into d values (6), (7)'), ['INSERT', 2, 0]);
    t.strictSame(await run('update d set n = n where n < 4'), ['UPDATE', 3, 0]);
    t.strictSame(await run('delete from d where n > 6 returning n'), ['DELETE', 1, 1]);
    t.strictSame(
      await run('merge into d using (values (1)) v(n) on d.n = v.n when matched then do nothing'),
      ['MERGE', 0, 0],
    );
    t.strictSame(await run('select * from d'), ['SELECT', null, 6]);
    t.strictSame(await run('(select * from d)', 2), ['SELECT', null, 2]);
    t.strictSame(await run('create table if not exists e ()'), ['CREATE TABLE', null, 0]);
    t.strictSame(await run('select from d'), ['SELECT', null, 6]);
    t.strictSame(await run('explain select 1'), ['EXPLAIN', null, 1]);
    t.strictSame(await run('drop table e'), ['DROP TABLE', null, 0]);
  }),
);

await t.test('INSERT … RETURNING inserts all rows although few are kept', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temp table r (n int)');
    const sql = 'insert into r select generate_series(1, 5000) returning n';
    const { rows, summary } = await read(connection, sql, { maxRows: 10 });
    t.match([rows.length, summary.truncatedBy, summary.command], [10, 'rows', 'INSERT']);
    t.strictSame(await rowsOf(connection, 'select count(*)::int from r'), [[5000]]);
  }),
);

await t.test('the first hundred notices are kept, and cuts are marked', (t) =>
  connected(async (connection) => {
    const { summary } = await read(
      connection,
      `do $$ begin raise warning '%', repeat('x', 3000000);
        for i in 1..200 loop raise notice 'n%', i; end loop; end $$`,
    );
    t.equal(summary.notices.length, 101);
    t.equal(summary.notices[100], '101 more notices were not kept.');
    t.ok(summary.notices[0]?.startsWith('WARNING: xxx') && summary.notices[0].length < 10_000);
    t.equal(summary.notices[1], 'NOTICE: n1');
    const error = await failure(
      read(connection, `do $$ begin raise exception '%', repeat('x', 3000000); end $$`),
    );
    t.match(error, { sqlState: 'P0001', outcome: 'failed', title: /^x+ … \[cut\]$/ });
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
  }),
);

await t.test('a failed statement keeps its notices, with detail and hint', (t) =>
  connected(async (connection) => {
    const raise = `raise notice 'step 1' using detail = 'd', hint = 'h'; raise warning 'step 2';`;
    const notices = ['NOTICE: step 1\nDETAIL: d\nHINT: h', 'WARNING: step 2'];
    const failed = `do $$ begin ${raise} raise exception 'boom'; end $$`;
    t.match(await failure(read(connection, failed)), { title: 'boom', notices });
    const abort = new AbortController();
    const slow = read(connection, `do $$ begin ${raise} perform pg_sleep(60); end $$`, {
      timeoutMs: 300,
      signal: abort.signal,
    });
    t.match(await failure(slow), { kind: 'timeout', notices });
    const { summary } = await read(connection, 'select 1');
    t.strictSame(summary.notices, [], 'the next statement has its own');
  }),
);

await t.test('a session whose strings have backslashes says so with a text that has some', (t) =>
  connected(
    async (connection) => {
      const notice = /^NOTICE: standard_conforming_strings is off/;
      const { rows, summary } = await read(connection, "select 'it\\'s'");
      t.strictSame(rows, [["it's"]]);
      t.match(summary.notices, [notice]);
      const error = await failure(read(connection, "select 'it\\'s"));
      t.match(error, { kind: 'sql', notices: [notice] }, 'as after a wrong split');
      t.strictSame((await read(connection, "select 'its'")).summary.notices, []);
    },
    { preQueryStatements: 'set standard_conforming_strings to off' },
  ),
);

await t.test('a database without an encoding may contain any bytes', async (t) => {
  await connected(async (connection) => {
    await read(
      connection,
      "create database ascii encoding 'sql_ascii' locale 'C' template template0",
    );
  });
  await connected(
    async (connection) => {
      const bad = `quote_ident('a' || chr(255))`;
      await read(
        connection,
        `do $$ begin execute 'create table t (' || ${bad} || ' text)'; insert into t values (chr(233) || 'x'); end $$`,
      );
      const { rows, summary } = await read(connection, 'select * from t');
      t.strictSame([rows, summary.columns?.[0]?.name], [[['\ufffdx']], 'a\ufffd']);
      const raised = `do $$ begin raise notice '%', chr(255); raise exception '%', chr(255); end $$`;
      t.match(await failure(read(connection, raised)), {
        title: '\ufffd',
        notices: ['NOTICE: \ufffd'],
      });
      const schema = await connection.introspect(new AbortController().signal);
      t.match(JSON.stringify(schema), /a\ufffd/);
    },
    { database: 'ascii' },
  );
});

await t.test(
  'COPY from and to the client is rejected without effect and the session stays usable',
  (t) =>
    connected(async (connection) => {
      await read(connection, 'create temp table c (n int)');
      t.match(await failure(read(connection, 'copy c from stdin')), {
        kind: 'sql',
        outcome: 'failed',
        title: 'COPY FROM STDIN has no rows',
        hint: /pg_dump/,
      });
      const out = `/* x */ copy (insert into c select generate_series(1, 100000) returning n) to stdout`;
      t.match(await failure(read(connection, out)), { kind: 'sql', outcome: 'failed' });
      t.strictSame(await rowsOf(connection, 'select count(*)::int from c'), [[0]]);
      t.match((await read(connection, `copy c from program 'seq 3'`)).summary, { affectedRows: 3 });
    }),
);

await t.test('COPY from the client reads the rows that follow it in the text', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temp table c (n int, s text)');
    const copied = await read(connection, `-- a\ncopy c from stdin;\n1\té;\\n'\n2\t\\N\n\\.`);
    t.match(copied.summary, { command: 'COPY', affectedRows: 2 });
    const rows = await rowsOf(connection, 'select * from c order by n');
    t.strictSame(rows, [
      [1, `é;\n'`],
      [2, null],
    ]);
    const none = await read(connection, 'copy c (n, s) from stdin with (format csv);\r\n\\.\r\n');
    t.match(none.summary, { affectedRows: 0 });
    const tag = { batch: 'b' };
    const tagged = await read(connection, 'copy c from stdin;\n\\.', { tag });
    t.match(tagged.summary, { affectedRows: 0 });
    const error = await failure(read(connection, 'copy c from stdin;\n3\ta\nx\tb\n\\.'));
    t.match(error, { kind: 'sql', outcome: 'failed', sqlState: '22P02' });
    t.strictSame(await rowsOf(connection, 'select count(*)::int from c'), [[2]]);
  }),
);

await t.test('a command of psql gets a hint', (t) =>
  connected(async (connection) => {
    for (const sql of ['\\d pg_class', 'select 1 \\gset']) {
      t.match(await failure(read(connection, sql)), { outcome: 'failed', hint: /psql/ }, sql);
    }
  }),
);

await t.test('an error has its kind, detail and hint', (t) =>
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

await t.test('reset restores the initial state of a session', (t) =>
  connected(async (connection) => {
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
      'create temporary table marker (id int)',
      'set default_transaction_read_only to on',
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
  }),
);

await t.test('reset reports when a session cannot be reset', async (t) => {
  await connected(async (connection) => {
    await read(connection, 'begin');
    t.equal(await connection.reset(), false, 'inside a transaction');
    await read(connection, 'rollback');
    const run = await connection.run('select generate_series(1, 100000)', runOptions());
    t.equal(await connection.reset(), false, 'while a statement runs');
    for await (const chunk of run.chunks) t.ok(chunk.rowCount > 0);
    t.equal(await connection.reset(), true);
    await failure(read(connection, 'select pg_terminate_backend(pg_backend_pid())'));
    t.equal(await connection.reset(), false, 'after the session has ended');
  });
  await connected(
    async (connection) => {
      t.equal(await connection.reset(), false, 'with pre-query statements');
    },
    { preQueryStatements: "set work_mem to '7MB'" },
  );
});

await t.test('a result without limits is complete', (t) =>
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
