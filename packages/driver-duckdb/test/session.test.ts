import { duckdbDriver as driver } from '@sluice/driver-duckdb';
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

const slow = 'select sum(a.range * b.range) from range(1000000000) a, range(1000000000) b';

const { connect, connected } = sessionsOf(driver, {}, { machine: { filesDirectory: directory } });

await connected(
  async (connection) => {
    await read(connection, 'create table t (a integer, b varchar)');
    await read(connection, `insert into t values (1, 'one')`);
  },
  { file: 'main.duckdb', create: true },
);
await t.test('a comment that ends at a carriage return hides no statement', async (t) => {
  await connected(async (connection) => {
    t.strictSame((await read(connection, '-- a\rselect 5 as n')).rows, [[5]]);
    const created = await read(connection, '-- a\rcreate table carriage (a integer)\n-- b');
    t.equal(created.summary.command, 'CREATE TABLE');
    t.strictSame((await read(connection, '-- a\r-- select 5')).rows, []);
  });
  await connected(
    async (connection) => {
      const error = await failure(read(connection, "-- a\rexport database 'carriage'\n"));
      t.match(error, { kind: 'permission', title: 'The connection is read-only' });
      t.notOk(existsSync(`${directory}/carriage`));
    },
    { file: 'main.duckdb' },
    { readOnly: true },
  );
});

await t.test('a secret exists only in its session and in no file', async (t) => {
  const secret = `create or replace persistent secret mine (type http, bearer_token 'x')`;
  await connected(async (connection) => {
    t.match((await failure(read(connection, secret))).title, /Persistent secrets are disabled/);
    await read(connection, secret.replace('persistent ', ''));
    t.strictSame((await read(connection, 'select name from duckdb_secrets()')).rows, [['mine']]);
  });
  await connected(async (connection) => {
    t.strictSame((await read(connection, 'select name from duckdb_secrets()')).rows, []);
  });
});

await t.test(
  'read-only sessions share a file, and a writer has it exclusively and is waited for',
  async (t) => {
    const file = 'main.duckdb';
    await connected(
      (first) =>
        connected(
          async (second) => {
            t.strictSame((await read(first, 'from t')).rows, (await read(second, 'from t')).rows);
          },
          { file },
          { readOnly: true },
        ),
      { file },
      { readOnly: true },
    );
    const writer = await connect({ file });
    const waiting = connect({ file });
    setTimeout(() => void writer.close(), 500);
    await (await waiting).close();
    await connected(
      async () => {
        const error = await failure(connect({ file }));
        t.match(error, { kind: 'connection', outcome: 'not_run' });
        t.match(error.title, /lock/);
      },
      { file },
    );
  },
);

await t.test('a second statement in one text is rejected', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'select 1; create table u (a int)'));
    t.match(error, { kind: 'sql', outcome: 'not_run', position: 11 });
    t.strictSame((await read(connection, 'select 1;')).rows, [[1]]);
  }),
);

await t.test('a cancel interrupts within a second and keeps the session', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temp table own as select 1 a');
    const abort = new AbortController();
    const failed = failure(read(connection, slow, { signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const startedMs = performance.now();
    abort.abort();
    t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
    t.ok(performance.now() - startedMs < 1000);
    t.strictSame((await read(connection, 'from own')).rows, [[1]]);
  }),
);

await t.test('a statement that exceeds the DuckDB memory limit fails alone', async (t) => {
  // Reaching the default limit takes eight times as long.
  const connection = await connect(
    {},
    { machine: { filesDirectory: directory, engineMemoryMb: 256 } },
  );
  const hungry =
    'select count(*) from (select distinct md5(range::varchar) || range from range(100000000))';
  t.match(await failure(read(connection, hungry)), {
    kind: 'limit',
    outcome: 'failed',
    title: /^Out of Memory Error/,
  });
  t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  await connection.close();
});

await t.test('memory that DuckDB does not track is bounded, and its statement fails alone', (t) =>
  connected(async (other) => {
    const connection = await connect(
      {},
      { machine: { filesDirectory: directory, engineMemoryMb: 256 } },
    );
    const sql = 'select list_transform(range(100000000), x -> x)[1]';
    t.match(await failure(read(connection, sql)), { kind: 'limit', outcome: 'failed' });
    t.strictSame((await read(other, 'select 1')).rows, [[1]]);
    await connection.close();
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
    t.strictSame((await read(other, 'select 1')).rows, [[1]]);
    await connection.close();
  }),
);

await t.test('an engine exits with its parent, also during a statement', async (t) => {
  const engines = await enginesOfLostParent({ driver: 'duckdb', config: {}, directory, slow });
  t.equal(engines.length, 1);
  await eventually('the engine has exited', () =>
    engines.every((pid) => !existsSync(`/proc/${String(pid)}/cmdline`)),
  );
});

await t.test('the schema contains all schemas, tables and views with their comments', (t) =>
  connected(async (connection) => {
    await read(connection, `create table t (a integer, "b c" decimal(5, 2)[])`);
    await read(connection, 'create view v as select a from t');
    await read(connection, 'create schema s');
    await read(connection, `create type mood as enum ('sad', 'ok')`);
    await read(connection, 'create table s.x (m mood)');
    await read(connection, `comment on table t is 'the table'`);
    await read(connection, `comment on column t.a is 'the column'`);
    await read(connection, 'create temp table own (a int)');
    const column = (name: string, dataType: string, description = '') => ({
      name,
      description,
      dataType,
    });
    const schema = await connection.introspect(new AbortController().signal);
    t.strictSame(schema, {
      schemas: [
        {
          name: 'main',
          description: '',
          tables: [
            {
              name: 't',
              description: 'the table',
              type: 'table',
              columns: [column('a', 'INTEGER', 'the column'), column('b c', 'DECIMAL(5,2)[]')],
            },
            { name: 'v', description: '', type: 'view', columns: [column('a', 'INTEGER')] },
          ],
        },
        {
          name: 's',
          description: '',
          tables: [
            {
              name: 'x',
              description: '',
              type: 'table',
              columns: [column('m', `ENUM('sad', 'ok')`)],
            },
          ],
        },
      ],
    });
    t.equal(await connection.reset(), true);
    t.match(
      (await failure(read(connection, 'from t'))).title,
      /does not exist/,
      'reset drops the tables',
    );
  }),
);

await t.test('the detail of a table has keys, indexes, rows, comment and DDL', (t) =>
  connected(async (connection) => {
    const { signal } = new AbortController();
    for (const sql of [
      'create schema s',
      'create table s.buyers (region text, id int, primary key (region, id))',
      `create table s."it's" (id int primary key, region text, "b c" int, code text unique,
        foreign key (region, "b c") references s.buyers (region, id))`,
      `create unique index by_code on s."it's" (code, ("b c" + 1))`,
      `comment on table s."it's" is 'what is bought'`,
      `insert into s."it's" (id) select * from range(50)`,
      `create view s.seen as select id from s."it's"`,
    ])
      await read(connection, sql);
    const detail = await connection.describeTable({ schema: 's', name: "it's" }, signal);
    t.match(detail, {
      schema: 's',
      name: "it's",
      type: 'table',
      description: 'what is bought',
      rowEstimate: 50,
      keys: [
        { kind: 'primary', columns: ['id'] },
        { kind: 'unique', columns: ['code'] },
      ],
      foreignKeys: [
        {
          columns: ['region', 'b c'],
          referencedSchema: 's',
          referencedTable: 'buyers',
          referencedColumns: ['region', 'id'],
        },
      ],
      ddlSource: 'engine',
    });
    t.match(detail?.indexes, [{ name: 'by_code', isUnique: true, method: 'art' }]);
    t.match(detail?.indexes[0]?.columns, ['code', /b c.*\+ 1/]);
    t.match(detail?.ddl, /^CREATE TABLE s\."it's".*;\nCREATE UNIQUE INDEX by_code.*;$/s);
    t.match(await connection.describeTable({ schema: 's', name: 'seen' }, signal), {
      type: 'view',
      rowEstimate: null,
      ddl: /^CREATE VIEW/,
    });
    t.equal(await connection.describeTable({ schema: 's', name: 'none' }, signal), null);
  }),
);
