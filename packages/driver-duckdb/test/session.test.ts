import { duckdbDriver as duckdb } from '@sluice/driver-duckdb';
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import {
  engineProcesses,
  enginesOfLostParent,
  localFiles,
} from '@sluice/driver-testkit/local-files';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const driver = duckdb;
const directory = localFiles(t);
const outside = localFiles(t);

const slow = 'select sum(a.range * b.range) from range(1000000000) a, range(1000000000) b';

const { connect, connected } = sessionsOf(driver, {}, { machine: { filesDirectory: directory } });

await connected(
  async (connection) => {
    await read(connection, 'create table t (a integer, b varchar)');
    await read(connection, `insert into t values (1, 'one')`);
  },
  { file: 'main.duckdb', create: true },
);
writeFileSync(path.join(directory, 'in.csv'), 'a,b\n1,x\n');
writeFileSync(path.join(outside, 'secret.csv'), 'a\n1\n');
symlinkSync(path.join(outside, 'secret.csv'), path.join(directory, 'link.csv'));
symlinkSync(outside, path.join(directory, 'folder'));

await t.test('without a directory of local files the driver is off, also in memory', async (t) => {
  const error = await failure(driver.connect({}, sessionOptions()));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  t.match(error.detail, /SERVICE_LOCAL_FILES_DIR/);
});

await t.test('no database outside of the directory is opened, whatever leads to it', async (t) => {
  const away = path.relative(directory, path.join(outside, 'x.duckdb'));
  for (const file of [away, path.join(outside, 'x.duckdb'), 'folder/x.duckdb', '..']) {
    const error = await failure(connect({ file, create: true }));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, file);
    t.match(error.title, /outside of the directory/, file);
  }
  t.match((await failure(connect({ file: 'link.csv' }))).title, /outside of the directory/);
  t.match((await failure(connect({ file: 'nothing.duckdb' }))).title, /no file/);
  writeFileSync(path.join(directory, 'text.duckdb'), 'no database');
  t.match(await failure(connect({ file: 'text.duckdb' })), {
    kind: 'connection',
    outcome: 'not_run',
  });
  t.strictSame(readdirSync(outside), ['secret.csv'], 'nothing was made there');
});

const reaching = (folder: string): string[] => [
  `select * from read_csv('${folder}/secret.csv')`,
  `select * from '${folder}/secret.csv'`,
  `select * from read_text('${folder}/*')`,
  `select * from glob('${folder}/*')`,
  `copy (select 1) to '${folder}/new.csv'`,
  `export database '${folder}/new'`,
  `attach '${folder}/new.duckdb' as other`,
  `install httpfs`,
  `load '${folder}/new.duckdb_extension'`,
];

await t.test('no other file is reached, and no setting opens a way', (t) =>
  connected(
    async (connection) => {
      for (const sql of [
        ...reaching(directory),
        ...reaching(outside),
        'set enable_external_access = true',
        `set allowed_directories = ['/']`,
        `set memory_limit = '100GB'`,
        `set temp_directory = '${outside}'`,
        'reset lock_configuration',
      ]) {
        const error = await failure(read(connection, sql));
        t.match(error, { kind: 'permission', outcome: 'failed' }, `${sql}: ${error.title}`);
      }
      t.match(await failure(read(connection, `from 'https://localhost/x.csv'`)), {
        outcome: 'failed',
      });
      t.strictSame((await read(connection, 'from t')).rows, [[1, 'one']]);
    },
    { file: 'main.duckdb' },
  ),
);

await t.test('other files, where they are allowed, stay inside of the directory', (t) =>
  connected(
    async (connection) => {
      const rows = [[1, 'x']];
      t.strictSame((await read(connection, `from 'in.csv'`)).rows, rows);
      await read(connection, `copy (from 'in.csv') to 'out.parquet'`);
      await read(connection, `copy (from 'in.csv') to 'out.json'`);
      t.strictSame((await read(connection, `from 'out.parquet'`)).rows, rows);
      t.strictSame((await read(connection, `from 'out.json'`)).rows, rows);
      await read(connection, `attach 'second.duckdb' as second`);
      await read(connection, 'create table second.x as select 1 a');
      for (const sql of [
        ...reaching(outside),
        ...reaching(path.join(directory, 'folder')),
        ...reaching(`${directory}/../${path.basename(outside)}`),
        `from 'link.csv'`,
      ]) {
        const error = await failure(read(connection, sql));
        t.match(error, { kind: 'permission' }, `${sql}: ${error.title}`);
      }
      t.strictSame(readdirSync(outside), ['secret.csv']);
    },
    { allowFiles: true },
  ),
);

await t.test('a read-only session changes nothing, in the database or beside it', async (t) => {
  await connected(
    async (connection) => {
      for (const sql of [
        'insert into t values (2, null)',
        'drop table t',
        'create table u (a int)',
        `copy t to 'stolen.csv'`,
        `explain analyze copy t to 'stolen.csv'`,
        `prepare p as copy t to 'stolen.csv'`,
        `export database 'stolen'`,
        `attach 'third.duckdb' as third`,
        `call enable_logging(storage = 'file', storage_path = 'stolen')`,
        `from enable_profiling(format = 'json', save_location = 'stolen.csv')`,
      ]) {
        t.match(
          await failure(read(connection, sql)),
          { kind: 'permission', outcome: 'failed' },
          sql,
        );
      }
      t.strictSame((await read(connection, 'select * from t')).rows, [[1, 'one']]);
      await read(connection, `attach 'second.duckdb' (read_only)`);
      t.strictSame((await read(connection, 'from second.x')).rows, [[1]]);
    },
    { file: 'main.duckdb', allowFiles: true },
    { readOnly: true },
  );
  t.notOk(existsSync(path.join(directory, 'stolen.csv')));
  t.notOk(existsSync(path.join(directory, 'third.duckdb')));
  t.notOk(existsSync(path.join(directory, 'stolen')));
});

await t.test(
  'a read-only session writes no byte, even by a statement that hides what it does',
  async (t) => {
    const hidden = `from query('from enable_' || 'logging(storage = ''file'', storage_path = ''hidden'')')`;
    const connection = await connect({ allowFiles: true }, { readOnly: true });
    for (const sql of [hidden, 'select 1', 'select 2']) {
      await read(connection, sql).catch(() => undefined);
    }
    await connection.close();
    const written = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith('hidden'))
      .map((name) => statSync(path.join(directory, name)))
      .filter((entry) => entry.isFile() && entry.size > 0);
    t.strictSame(written, []);
  },
);

await t.test('a secret lives in its session and in no file', async (t) => {
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
  'read-only sessions share a file; one that writes has it alone, and is waited for',
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

await t.test('one statement is run at a time, and never a second one in silence', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'select 1; create table u (a int)'));
    t.match(error, { kind: 'sql', outcome: 'not_run', position: 11 });
    t.strictSame((await read(connection, 'select 1;')).rows, [[1]]);
  }),
);

await t.test('a cancel interrupts within a second, and the session keeps all it has', (t) =>
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

await t.test('a statement that is too hungry ends alone', (t) =>
  connected(async (connection) => {
    const hungry =
      'select count(*) from (select distinct md5(range::varchar) || range from range(100000000))';
    t.match(await failure(read(connection, hungry)), { kind: 'limit', outcome: 'failed' });
    t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  }),
);

await t.test('memory that DuckDB does not count is bounded, too: its statement ends alone', (t) =>
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

await t.test('an engine that dies ends its own session, and says so', (t) =>
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

await t.test('no engine outlives whoever started it, not even inside of a statement', async (t) => {
  const engines = await enginesOfLostParent({ driver: 'duckdb', config: {}, directory, slow });
  t.equal(engines.length, 1);
  await eventually('it is gone', () =>
    engines.every((pid) => !existsSync(`/proc/${String(pid)}/cmdline`)),
  );
});

await t.test('the schema has all schemas, tables and views with their comments', (t) =>
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
    t.match((await failure(read(connection, 'from t'))).title, /does not exist/, 'reset forgets');
  }),
);
