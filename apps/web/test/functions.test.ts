import { DuckDBInstance } from '@duckdb/node-api';
import { createEmptyDatabase, startMariaDb } from '@sluice/testkit';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { functionsOf, loadFunctions } from '../src/editor/completion/functions/function-list.js';
import { offeredAt, resultAt } from './completion-support.js';

/** Returns the functions of a dialect that have an example, with the query that runs it. */
async function examplesOf(dialect: string): Promise<{ name: string; sql: string }[]> {
  await loadFunctions(dialect);
  return functionsOf(dialect)
    .filter(({ example }) => example !== '')
    .map(({ name, example }) => ({ name, sql: `select ${example}` }));
}

/** Returns the examples of a dialect that the engine refuses, with its message. */
async function refused(dialect: string, run: (sql: string) => unknown): Promise<string[]> {
  const messages: string[] = [];
  for (const { name, sql } of await examplesOf(dialect)) {
    try {
      await run(sql);
    } catch (error) {
      messages.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return messages;
}

t.test('every function of the PostgreSQL table runs in PostgreSQL', async (t) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  t.same(await refused('postgres', (sql) => database.query(sql)), []);
});

t.test('every function of the MySQL table runs in MariaDB', async (t) => {
  const mariaDb = await startMariaDb();
  t.teardown(() => mariaDb.stop());
  const examples = await examplesOf('mysql');
  t.ok(examples.length > 80);
  // One start of the client for all: it stops at the first example that is refused, and names it.
  t.doesNotThrow(() => mariaDb.client(examples.map(({ sql }) => `${sql};`).join('\n')));
});

t.test('every function of the SQLite table runs in SQLite', async (t) => {
  const database = new DatabaseSync(':memory:');
  t.teardown(() => database.close());
  t.same(
    await refused('sqlite', (sql) => {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      statement.all();
    }),
    [],
  );
});

t.test('every function of the DuckDB table runs in DuckDB', async (t) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  t.teardown(() => {
    connection.closeSync();
    instance.closeSync();
  });
  t.same(await refused('duckdb', (sql) => connection.run(sql)), []);
});

t.test('every example calls its function, and no function is listed twice', async (t) => {
  for (const dialect of ['postgres', 'mysql', 'sqlite', 'duckdb', 'snowflake', 'bigquery']) {
    await loadFunctions(dialect);
    const functions = functionsOf(dialect);
    t.ok(functions.length > 80, `${dialect}: ${functions.length} functions`);
    const names = functions.map(({ name }) => name);
    t.same(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
      dialect,
    );
    for (const { name, example, parameters } of functions) {
      t.ok(example === '' || example.startsWith(`${name}(`), `${dialect}: ${name}`);
      t.equal(parameters.split('(').length, parameters.split(')').length, `${dialect}: ${name}`);
    }
  }
});

t.test('functions are offered with their signature, and only where a value can be', async (t) => {
  const found = await resultAt('select date_tr| from orders');
  t.match(found?.options[0], {
    label: 'date_trunc',
    type: 'function',
    detail: '(unit, source, zone) → timestamp',
    info: /Time cut to a unit/,
  });
  t.equal((await offeredAt('select * from generate_s|'))[0], 'generate_series');
  t.equal((await offeredAt('select try_par|', { dialect: 'snowflake' }))[0], 'try_parse_json');
  t.equal((await offeredAt('SELECT COAL|'))[0], 'COALESCE', 'upper case as typed');
  t.notOk((await offeredAt('select * from orders where id = 1 coal|')).includes('coalesce'));
});
