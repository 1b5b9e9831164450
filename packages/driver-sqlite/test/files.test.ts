import { sqliteDriver as driver } from '@sluice/driver-sqlite';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const directory = localFiles(t);
const outside = localFiles(t);

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

await t.test('the driver is disabled without a directory of local files', async (t) => {
  const error = await failure(driver.connect({ file: 'main.db' }, sessionOptions()));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  t.match(error.detail, /SERVICE_LOCAL_FILES_DIR/);
});

await t.test('no file outside the directory is opened by any path or link', async (t) => {
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
    t.match(error.title, /is outside SERVICE_LOCAL_FILES_DIR/, file);
  }
  for (const file of ['folder/new.db', `${away}.new`, 'sub/../../new.db']) {
    t.match(
      (await failure(connect({ file, create: true }))).title,
      /is outside SERVICE_LOCAL_FILES_DIR/,
    );
  }
  t.match((await failure(connect({ file: 'nothing.db' }))).title, /not found/);
  t.match((await failure(connect({ file: 'sub' }))).title, /not a file/);
  t.match((await failure(connect({ file: '' }))).title, /file is required/);
  writeFileSync(
    path.join(directory, 'text.db'),
    'not a database, but long enough for its header'.repeat(9),
  );
  t.match(await failure(connect({ file: 'text.db' })), { kind: 'connection', outcome: 'not_run' });
  t.strictSame(readdirSync(outside), ['secret.db'], 'no file was created outside');
});

await t.test('a read-only session cannot change anything', (t) =>
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

await t.test('ATTACH, VACUUM INTO and extensions are disabled by default', (t) =>
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

await t.test('allowed ATTACH is restricted to the directory', (t) =>
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
