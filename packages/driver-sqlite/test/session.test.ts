import { type DriverConnection } from '@sluice/driver-kit';
import { sqliteDriver as driver } from '@sluice/driver-sqlite';
import { existsSync } from 'node:fs';
import t from 'tap';
import { eventually, failure, read } from '@sluice/driver-testkit/contract';
import {
  engineProcesses,
  enginesOfLostParent,
  localFiles,
} from '@sluice/driver-testkit/local-files';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const directory = localFiles(t);

const slow = `with recursive s(n) as (select 1 union all select n + 1 from s) select count(*) from s`;

const { connect, connected } = sessionsOf(
  driver,
  { file: 'main.db' },
  { machine: { filesDirectory: directory } },
);

await connected(
  async (connection) => {
    await read(connection, 'create table t (a integer primary key, b text)');
    await read(connection, `insert into t values (1, 'one')`);
  },
  { create: true },
);

await t.test('a second statement in one text is rejected', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, `select 1; insert into t values (9, null)`));
    t.match(error, { kind: 'sql', outcome: 'not_run', position: 11 });
    t.strictSame((await read(connection, 'select 1;')).rows, [[1]]);
  }),
);

await t.test('an error of a trigger is an error of SQL, whatever its text', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temp table watched (n)');
    const text = 'order 7: unable to open database';
    await read(
      connection,
      `create temp trigger refuse before insert on watched begin select raise(abort, '${text}'); end`,
    );
    const error = await failure(read(connection, 'insert into watched values (1)'));
    t.match(error, { kind: 'sql', outcome: 'failed', title: text });
  }),
);

await t.test(
  'a cancel closes the session only if its transaction or temporary tables are lost',
  async (t) => {
    const cancel = async (connection: DriverConnection): Promise<number> => {
      const abort = new AbortController();
      const failed = failure(read(connection, slow, { signal: abort.signal }));
      setTimeout(() => {
        abort.abort();
      }, 100);
      const startedMs = performance.now() + 100;
      t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
      return performance.now() - startedMs;
    };
    await connected(async (connection) => {
      t.ok((await cancel(connection)) < 1000);
      t.equal(connection.closed, false);
      await read(connection, 'begin');
      await read(connection, `insert into t values (5, 'lost')`);
      t.ok((await cancel(connection)) < 1000);
      t.equal(connection.closed, true, 'its transaction is lost');
    });
    await connected(async (connection) => {
      t.strictSame((await read(connection, 'select count(*) from t')).rows, [[1]]);
      await read(connection, 'pragma table_info(t)');
      await read(connection, 'create temp table own (a)');
      t.ok((await cancel(connection)) < 1000);
      t.equal(connection.closed, true, 'its temporary table is lost');
    });
  },
);

await t.test('a cancelled change has an unknown outcome', (t) =>
  connected(async (connection) => {
    const abort = new AbortController();
    const failed = failure(
      read(connection, `insert into t select n + 10, 'x' from (${slow.replace('count(*)', 'n')})`, {
        signal: abort.signal,
      }),
    );
    setTimeout(() => {
      abort.abort();
    }, 200);
    t.match(await failed, { kind: 'cancelled', outcome: 'unknown' });
    t.strictSame((await read(connection, 'select count(*) from t')).rows, [[1]]);
  }),
);

await t.test('a killed engine ends only its own session with a connection error', (t) =>
  connected(async (other) => {
    const known = engineProcesses();
    const connection = await connect();
    const pid = engineProcesses().find((each) => !known.includes(each)) ?? 0;
    const failed = failure(read(connection, slow));
    setTimeout(() => process.kill(pid, 'SIGKILL'), 100);
    t.match(await failed, { kind: 'connection', outcome: 'unknown', detail: 'SIGKILL' });
    t.equal(connection.closed, true);
    t.match(await failure(read(connection, 'select 1')), {
      kind: 'connection',
      outcome: 'not_run',
    });
    t.strictSame((await read(other, 'select 1')).rows, [[1]]);
    const idle = await connect();
    for (const each of engineProcesses()) if (!known.includes(each)) process.kill(each, 'SIGKILL');
    await eventually('the session is closed', () => idle.closed);
    await Promise.all([connection.close(), idle.close()]);
  }),
);

await t.test('a statement that exceeds the SQLite memory limit fails alone', (t) =>
  connected(async (connection) => {
    const hungry = `with recursive s(n) as (select 1 union all select n + 1 from s where n < 100)
      select max(length(g)) from (select group_concat(hex(zeroblob(8000000))) g from s)`;
    t.match(await failure(read(connection, hungry)), { kind: 'limit', outcome: 'failed' });
    t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  }),
);

await t.test('engine memory is bounded and pragmas cannot move temporary storage to memory', (t) =>
  connected(async (other) => {
    const connection = await connect(
      { allowAttach: true },
      { machine: { filesDirectory: directory, engineMemoryMb: 256 } },
    );
    for (const pragma of [
      'temp_store = 2',
      'main.cache_size = -4000000',
      'mmap_size = 1000000000',
    ]) {
      t.match(await failure(read(connection, `pragma ${pragma}`)), { kind: 'permission' }, pragma);
    }
    await read(connection, `attach ':memory:' as memory`);
    const sql = `create table memory.large as with recursive s(n) as
      (select 1 union all select n + 1 from s where n < 900) select randomblob(900000) b from s`;
    t.match(await failure(read(connection, sql)), { kind: 'limit', title: /256 MiB/ });
    t.equal(connection.closed, true);
    t.strictSame((await read(other, 'select 1')).rows, [[1]]);
    await connection.close();
  }),
);

await t.test('an engine exits with its parent, also during a statement', async (t) => {
  const engines = await enginesOfLostParent({
    driver: 'sqlite',
    config: { file: 'main.db' },
    directory,
    slow,
  });
  t.equal(engines.length, 1);
  await eventually('the engine has exited', () =>
    engines.every((pid) => !existsSync(`/proc/${String(pid)}/cmdline`)),
  );
});

await t.test('reset restores the initial state of a session', (t) =>
  connected(async (connection) => {
    await read(connection, 'begin');
    await read(connection, 'create temp table own (a)');
    t.equal(await connection.reset(), true);
    t.match((await failure(read(connection, 'select * from own'))).title, /no such table/);
    await read(connection, 'begin');
  }),
);

await t.test('the schema contains all tables and views despite a broken view', (t) =>
  connected(async (connection) => {
    await read(connection, 'create view v as select a, b as c from t');
    await read(connection, 'create view broken as select * from gone');
    await read(connection, 'create table g (a int, b "my type" generated always as (a + 1), c)');
    await read(connection, 'create virtual table words using fts5(word)');
    const schema = await connection.introspect(new AbortController().signal);
    const column = (name: string, dataType: string) => ({ name, description: '', dataType });
    const table = (name: string, type: string, ...columns: ReturnType<typeof column>[]) => ({
      name,
      description: '',
      type,
      columns,
    });
    t.strictSame(schema, {
      tables: [
        table('broken', 'view'),
        table('g', 'table', column('a', 'INT'), column('b', 'my type'), column('c', '')),
        table('t', 'table', column('a', 'INTEGER'), column('b', 'TEXT')),
        table('v', 'view', column('a', 'INTEGER'), column('c', 'TEXT')),
        table('words', 'table', column('word', '')),
      ],
    });
  }),
);

await t.test('the detail of a table has keys, indexes, rows and DDL', (t) =>
  connected(async (connection) => {
    const { signal } = new AbortController();
    const describe = (name: string) => connection.describeTable({ schema: null, name }, signal);
    for (const sql of [
      'create table buyers (region text, id int, primary key (region, id))',
      `create table "it's" (id integer primary key, region text, buyer int, code text unique,
        foreign key (region, buyer) references buyers, foreign key (code) references t (b))`,
      `create index by_code on "it's" (lower(code), id)`,
      `insert into "it's" (id) with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) select i from n`,
      `create view seen as select id from "it's"`,
    ])
      await read(connection, sql);
    t.equal((await describe("it's"))?.rowEstimate, null, 'no statistics before ANALYZE');
    await read(connection, 'analyze');
    const detail = await describe("it's");
    t.match(detail, {
      schema: null,
      name: "it's",
      type: 'table',
      description: '',
      rowEstimate: 50,
      keys: [
        { name: '', kind: 'primary', columns: ['id'] },
        { kind: 'unique', columns: ['code'] },
      ],
      indexes: [
        { name: 'by_code', columns: ['(expression)', 'id'], isUnique: false, method: null },
        { columns: ['code'], isUnique: true },
      ],
      ddlSource: 'engine',
    });
    t.strictSame(
      detail?.foreignKeys.map(({ columns, referencedTable, referencedColumns }) => [
        columns,
        referencedTable,
        referencedColumns,
      ]),
      [
        [['code'], 't', ['b']],
        [['region', 'buyer'], 'buyers', ['region', 'id']],
      ],
    );
    t.match(detail?.ddl, /^CREATE TABLE "it's" .*;\nCREATE INDEX by_code .*;$/s);
    t.match(await describe('seen'), { type: 'view', keys: [], ddl: /^CREATE VIEW seen/ });
    t.equal(await describe('none'), null);
    t.equal(await describe('sqlite_schema'), null);
  }),
);
