import { DuckDBInstance } from '@duckdb/node-api';
import { createEmptyDatabase, startMariaDb } from '@sluice/testkit';
import { DatabaseSync } from 'node:sqlite';
import t, { type Test } from 'tap';
import { profileOf, profileSql } from '../src/schema/column-profile.js';

const columnOf = (name: string, dataType: string) => ({
  schema: null,
  table: 'Fruit Sales',
  name,
  dataType,
});
const values = "(1, 'apple', true), (2, 'apple', true), (30, 'pear', false), (null, null, null)";
const expected = {
  amount: {
    rows: 4,
    nulls: 1,
    distinct: 3,
    minimum: '1',
    maximum: '30',
    top: 3,
  },
  fruit: {
    rows: 4,
    nulls: 1,
    distinct: 2,
    minimum: 'apple',
    maximum: 'pear',
    top: 2,
  },
};

type Query = (sql: string) => Promise<unknown[][]> | unknown[][];

async function checkProfiles(t: Test, dialect: string, query: Query): Promise<void> {
  for (const [name, type] of [
    ['amount', 'integer'],
    ['fruit', 'varchar(20)'],
  ] as const) {
    const profile = profileOf(await query(profileSql(columnOf(name, type), dialect)));
    t.same(profile && { ...profile, top: profile.top.length }, expected[name], name);
    if (name === 'fruit') t.same(profile?.top[0], { value: 'apple', count: 2 });
  }
  const flags = profileOf(await query(profileSql(columnOf('flag', 'boolean'), dialect)));
  t.match(flags, { rows: 4, nulls: 1, distinct: 2 });
  await query(`delete from ${dialect === 'mysql' ? '`Fruit Sales`' : '"Fruit Sales"'}`);
  t.equal(profileOf(await query(profileSql(columnOf('amount', 'integer'), dialect))), null);
}

t.test('a profile is calculated by PostgreSQL', async (t) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  const query: Query = async (sql) => (await database.query<object>(sql)).map(Object.values);
  await query(
    'create table "Fruit Sales" (amount int, fruit text, flag boolean, doc json, id uuid, span int4range)',
  );
  await query(`insert into "Fruit Sales" (amount, fruit, flag) values ${values}`);
  await query(`update "Fruit Sales" set doc = '{"a":1}', span = '[1,2)' where amount = 1`);
  for (const [name, type] of [
    ['doc', 'json'],
    ['id', 'uuid'],
    ['span', 'int4range'],
  ] as const) {
    const profile = profileOf(await query(profileSql(columnOf(name, type), 'postgres')));
    t.match(profile, { rows: 4, nulls: name === 'id' ? 4 : 3 }, name);
  }
  await checkProfiles(t, 'postgres', query);
});

t.test('a profile is calculated by MariaDB', async (t) => {
  const mariaDb = await startMariaDb();
  t.teardown(() => mariaDb.stop());
  const query: Query = (sql) =>
    mariaDb
      .client(`create database if not exists p; use p; ${sql}`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t').map((value) => (value === 'NULL' ? null : value)));
  await query('create table `Fruit Sales` (amount int, fruit varchar(20), flag boolean)');
  await query(`insert into \`Fruit Sales\` values ${values}`);
  await checkProfiles(t, 'mysql', query);
});

t.test('a profile is calculated by SQLite', async (t) => {
  const database = new DatabaseSync(':memory:');
  t.teardown(() => database.close());
  const query: Query = (sql) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all() as unknown as unknown[][];
  };
  await query('create table "Fruit Sales" (amount int, fruit text, flag boolean)');
  await query(`insert into "Fruit Sales" values ${values}`);
  await checkProfiles(t, 'sqlite', query);
});

t.test('a profile is calculated by DuckDB', async (t) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  t.teardown(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const query: Query = async (sql) =>
    (await (await connection.run(sql)).getRows()).map((row) =>
      row.map((value) => (value === null ? null : String(value))),
    );
  await query('create table "Fruit Sales" (amount int, fruit varchar, flag boolean)');
  await query(`insert into "Fruit Sales" values ${values}`);
  await checkProfiles(t, 'duckdb', query);
});

t.test('the query of a profile names the row limit and the column as the dialect needs', (t) => {
  const bigquery = { ...columnOf('Doc', 'JSON'), schema: 'shop' };
  t.match(
    profileSql(bigquery, 'bigquery'),
    /to_json_string\(Doc\)[^]*shop\.`Fruit Sales`[^]*limit 100000/,
  );
  t.match(profileSql(columnOf('doc', 'VARIANT'), 'snowflake'), /to_varchar\("doc"\)/);
  t.end();
});
