import { type DriverConnection } from '@sluice/driver-kit';
import { sqliteDriver as sqlite } from '@sluice/driver-sqlite';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import {
  engineProcesses,
  enginesOfLostParent,
  localFiles,
} from '@sluice/driver-testkit/local-files';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const driver = sqlite;
const directory = localFiles(t);
const outside = localFiles(t);

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

await t.test('without a directory of local files the driver is off, and says so', async (t) => {
  const error = await failure(driver.connect({ file: 'main.db' }, sessionOptions()));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  t.match(error.detail, /SERVICE_LOCAL_FILES_DIR/);
});

await t.test('no file outside of the directory is opened, whatever leads to it', async (t) => {
  writeFileSync(path.join(outside, 'secret.db'), '');
  symlinkSync(path.join(outside, 'secret.db'), path.join(directory, 'link.db'));
  symlinkSync(outside, path.join(directory, 'folder'));
  mkdirSync(path.join(directory, 'sub'));
  const away = path.relative(directory, path.join(outside, 'secret.db'));
  const names = [
    away,
    `sub/../${away}`,
    path.join(outside, 'secret.db'),
    'link.db',
    'folder/secret.db',
  ];
  for (const file of [...names, '..', '.', '../']) {
    const error = await failure(connect({ file }));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, file);
    t.match(error.title, /outside of the directory/, file);
  }
  for (const file of ['folder/new.db', `${away}.new`, 'sub/../../new.db']) {
    t.match((await failure(connect({ file, create: true }))).title, /outside of the directory/);
  }
  t.match((await failure(connect({ file: 'nothing.db' }))).title, /no file/);
  t.match((await failure(connect({ file: 'sub' }))).title, /not a file/);
  t.match((await failure(connect({ file: '' }))).title, /file is missing/);
  writeFileSync(
    path.join(directory, 'text.db'),
    'not a database, but long enough for its header'.repeat(9),
  );
  t.match(await failure(connect({ file: 'text.db' })), { kind: 'connection', outcome: 'not_run' });
  t.strictSame(readdirSync(outside), ['secret.db'], 'nothing was made there');
});

await t.test('a read-only session changes nothing, whatever SQL it runs', (t) =>
  connected(
    async (connection) => {
      for (const sql of [
        'insert into t values (2, null)',
        'drop table t',
        'create table u (a)',
        'pragma user_version = 7',
      ]) {
        t.match(
          await failure(read(connection, sql)),
          { kind: 'permission', outcome: 'failed' },
          sql,
        );
      }
      await read(connection, 'pragma query_only = off');
      t.match(await failure(read(connection, 'delete from t')), { kind: 'permission' });
      await read(connection, 'create temp table own (a)');
      t.strictSame((await read(connection, 'select * from t')).rows, [[1, 'one']]);
    },
    {},
    { readOnly: true },
  ),
);

await t.test('ATTACH, VACUUM INTO and extensions are off', (t) =>
  connected(async (connection) => {
    for (const sql of [
      `attach 'other.db' as other`,
      `attach ':memory:' as other`,
      `attach 'file:other.db' as other`,
      `attach 'other' || '.db' as other`,
      `;; attach 'other.db' as other`,
      `vacuum into 'copy.db'`,
      `select load_extension('other')`,
      `pragma temp_store_directory = '${outside}'`,
    ]) {
      t.match(await failure(read(connection, sql)), { kind: 'permission', outcome: 'failed' }, sql);
    }
    await read(connection, 'vacuum');
    t.notOk(
      existsSync(path.join(directory, 'other.db')) || existsSync(path.join(directory, 'copy.db')),
    );
  }),
);

await t.test('ATTACH, where it is allowed, stays inside of the directory', (t) =>
  connected(
    async (connection) => {
      await read(connection, `attach 'other.db' as other`);
      await read(connection, 'create table other.x as select 1 a');
      t.strictSame((await read(connection, 'select a from other.x')).rows, [[1]]);
      await read(connection, `vacuum into 'copy.db'`);
      t.ok(
        existsSync(path.join(directory, 'other.db')) && existsSync(path.join(directory, 'copy.db')),
      );
      for (const name of [
        path.join(outside, 'x.db'),
        'folder/x.db',
        'link.db',
        '../x.db',
        'file:x.db',
      ]) {
        const error = await failure(read(connection, `attach '${name}' as y`));
        t.equal(error.kind, 'permission', name);
      }
      t.strictSame(readdirSync(outside), ['secret.db']);
    },
    { allowAttach: true },
  ),
);

await t.test('one statement is run at a time, and never a second one in silence', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, `select 1; insert into t values (9, null)`));
    t.match(error, { kind: 'sql', outcome: 'not_run', position: 11 });
    t.strictSame((await read(connection, 'select 1;')).rows, [[1]]);
  }),
);

await t.test('a cancel ends a session only when something would be lost with it', async (t) => {
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
    t.equal(connection.closed, true, 'its transaction is gone');
  });
  await connected(async (connection) => {
    t.strictSame((await read(connection, 'select count(*) from t')).rows, [[1]]);
    await read(connection, 'pragma table_info(t)');
    await read(connection, 'create temp table own (a)');
    t.ok((await cancel(connection)) < 1000);
    t.equal(connection.closed, true, 'its temporary table is gone');
  });
});

await t.test('a change that was cut off is not said to have failed', (t) =>
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

await t.test('an engine that dies ends its own session, and says so', (t) =>
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
    await eventually('it is closed', () => idle.closed);
    await Promise.all([connection.close(), idle.close()]);
  }),
);

await t.test('what SQLite may take is limited: a hungry statement ends alone', (t) =>
  connected(async (connection) => {
    const hungry = `with recursive s(n) as (select 1 union all select n + 1 from s where n < 100)
      select max(length(g)) from (select group_concat(hex(zeroblob(8000000))) g from s)`;
    t.match(await failure(read(connection, hungry)), { kind: 'limit', outcome: 'failed' });
    t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  }),
);

await t.test(
  'memory of an engine is bounded, and SQL cannot move to it what belongs into files',
  (t) =>
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
        t.match(
          await failure(read(connection, `pragma ${pragma}`)),
          { kind: 'permission' },
          pragma,
        );
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

await t.test('no engine outlives whoever started it, not even inside of a statement', async (t) => {
  const engines = await enginesOfLostParent({
    driver: 'sqlite',
    config: { file: 'main.db' },
    directory,
    slow,
  });
  t.equal(engines.length, 1);
  await eventually('it is gone', () =>
    engines.every((pid) => !existsSync(`/proc/${String(pid)}/cmdline`)),
  );
});

await t.test('reset brings a session back to how it was opened', (t) =>
  connected(async (connection) => {
    await read(connection, 'begin');
    await read(connection, 'create temp table own (a)');
    t.equal(await connection.reset(), true);
    t.match((await failure(read(connection, 'select * from own'))).title, /no such table/);
    await read(connection, 'begin');
  }),
);

await t.test('the schema has all tables and views, and a broken view does not hide the rest', (t) =>
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
