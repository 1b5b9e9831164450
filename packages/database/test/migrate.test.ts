import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@sluice/database';
import { createEmptyDatabase } from '@sluice/testkit';
import t, { type Test } from 'tap';

const emptyDatabase = async (t: Test) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  return database;
};

const migrationFolder = async (t: Test, files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-migrations-'));
  t.teardown(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
};

t.test('several processes may migrate at once and each migration is applied once', async (t) => {
  const database = await emptyDatabase(t);
  const reports = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  const [recorded] = await database.query<{ n: number }>(
    'select count(*)::int as n from _prisma_migrations where finished_at is not null',
  );
  t.equal(reports.flatMap((report) => report.applied).length, recorded?.n);
  t.same((await migrate(database.url)).applied, []);
});

t.test(
  'a user who may not create extensions gets everything except the indexes that need them',
  async (t) => {
    const database = await emptyDatabase(t);
    const role = `limited_${randomBytes(8).toString('hex')}`;
    await database.query(`create role ${role} login password 'p'`);
    t.teardown(() => database.query(`drop owned by ${role}; drop role ${role}`));
    await database.query(`grant create on schema public to ${role}`);
    const url = new URL(database.url);
    url.username = role;
    url.password = 'p';
    t.ok((await migrate(url.href)).applied.length > 1);
    t.same(
      await database.query(`select to_regclass('queries_tags_idx') is not null as tags,
      to_regclass('queries_search_idx') as search, to_regclass('batches_text_idx') as text`),
      [{ tags: true, search: null, text: null }],
    );
  },
);

t.test('a failed migration leaves no changes and the previous ones stay applied', async (t) => {
  const database = await emptyDatabase(t);
  const folder = await migrationFolder(t, {
    '1_good': 'create table good (id int)',
    '2_bad': 'create table half (id int); select 1 / 0',
  });
  await t.rejects(
    migrate(database.url, { migrations: folder, functions: [] }),
    /2_bad failed: .*division by zero/,
  );
  t.same(
    await database.query(
      "select to_regclass('good') is not null as good, to_regclass('half') as half",
    ),
    [{ good: true, half: null }],
  );
});

t.test('a changed migration that was already applied prevents the start', async (t) => {
  const database = await emptyDatabase(t);
  const folder = await migrationFolder(t, { '1_made': 'create table made (id int)' });
  await migrate(database.url, { migrations: folder, functions: [] });
  await writeFile(join(folder, '1_made', 'migration.sql'), 'create table made (id bigint)');
  await t.rejects(
    migrate(database.url, { migrations: folder, functions: [] }),
    /1_made was changed/,
  );
});

const answer = (text: string) => ({
  name: 'answer',
  sql: `create or replace function answer() returns text language sql as $$ select '${text}' $$`,
});

t.test('a changed function definition is applied once', async (t) => {
  const database = await emptyDatabase(t);
  const migrations = await migrationFolder(t, { '1_made': 'create table made (id int)' });
  const applied = [];
  for (const text of ['first', 'first', 'second', 'first']) {
    applied.push(
      (await migrate(database.url, { migrations, functions: [answer(text)] })).functions,
    );
  }
  t.same(applied, [['answer'], [], ['answer'], ['answer']]);
  t.same(await database.query('select answer()'), [{ answer: 'first' }]);
});

t.test(
  'a version with fewer migrations leaves the functions of a newer one in place',
  async (t) => {
    const database = await emptyDatabase(t);
    const older = await migrationFolder(t, { '1_made': 'create table made (id int)' });
    const newer = await migrationFolder(t, {
      '1_made': 'create table made (id int)',
      '2_more': 'create table more (id int)',
    });
    await migrate(database.url, { migrations: newer, functions: [answer('newer')] });
    const report = await migrate(database.url, { migrations: older, functions: [answer('older')] });
    t.same(report.functions, []);
    t.same(await database.query('select answer()'), [{ answer: 'newer' }]);
  },
);

t.test('a failing function leaves all functions as they were', async (t) => {
  const database = await emptyDatabase(t);
  const migrations = await migrationFolder(t, { '1_made': 'create table made (id int)' });
  const functions = [answer('new'), { name: 'broken', sql: 'create function broken' }];
  await t.rejects(migrate(database.url, { migrations, functions }), /Function broken failed/);
  t.same(await database.query("select to_regproc('answer') as found"), [{ found: null }]);
});
