import { duckdbDriver as driver } from '@sluice/driver-duckdb';
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const directory = localFiles(t);
const outside = localFiles(t);

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

await t.test(
  'the driver is disabled without a directory of local files, also in memory',
  async (t) => {
    const error = await failure(driver.connect({}, sessionOptions()));
    t.match(error, { kind: 'connection', outcome: 'not_run' });
    t.match(error.detail, /SERVICE_LOCAL_FILES_DIR/);
  },
);

await t.test('no database outside the directory is opened by any path or link', async (t) => {
  const away = path.relative(directory, path.join(outside, 'x.duckdb'));
  for (const file of [away, path.join(outside, 'x.duckdb'), 'folder/x.duckdb', '..']) {
    const error = await failure(connect({ file, create: true }));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, file);
    t.match(error.title, /is outside SERVICE_LOCAL_FILES_DIR/, file);
  }
  t.match(
    (await failure(connect({ file: 'link.csv' }))).title,
    /is outside SERVICE_LOCAL_FILES_DIR/,
  );
  t.match((await failure(connect({ file: 'nothing.duckdb' }))).title, /not found/);
  writeFileSync(path.join(directory, 'text.duckdb'), 'no database');
  t.match(await failure(connect({ file: 'text.duckdb' })), {
    kind: 'connection',
    outcome: 'not_run',
  });
  t.strictSame(readdirSync(outside), ['secret.csv'], 'no file was created outside');
});

const escapeAttempts = (folder: string): string[] => [
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

await t.test('other files are unreachable and settings cannot change that', (t) =>
  connected(
    async (connection) => {
      for (const sql of [
        ...escapeAttempts(directory),
        ...escapeAttempts(outside),
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

await t.test('allowed file access is restricted to the directory', (t) =>
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
        ...escapeAttempts(outside),
        ...escapeAttempts(path.join(directory, 'folder')),
        ...escapeAttempts(`${directory}/../${path.basename(outside)}`),
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

await t.test('a read-only session cannot change the database or write files', async (t) => {
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
  'a read-only session writes no file content, even with a statement built at run time',
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
