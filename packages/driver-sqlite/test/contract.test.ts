import { sqliteDriver as driver } from '@sluice/driver-sqlite';
import t from 'tap';
import { testContract } from '@sluice/driver-testkit/contract-cases';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import { busyEngines, localFiles } from '@sluice/driver-testkit/local-files';

const machine = { filesDirectory: localFiles(t) };
const config = { file: 'contract.db', create: true };

const connection = await driver.connect(config, sessionOptions({ machine }));
await read(
  connection,
  'create table basics (number integer, text text, flag boolean, "nothing" int)',
);
await read(connection, `insert into basics values (1, 'text', true, null)`);
await connection.close();

/** Quotes a literal. SQLite has no escapes, and a NUL would end the text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const series = (n: number): string =>
  `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${String(n)})
   select n from s where n <= ${String(n)}`;

await testContract(t, {
  driver,
  config,
  session: { machine },
  basics: 'select * from basics',
  flag: [true, 'boolean'],
  nulls: 'select null, null, null',
  noRows: 'select 1 as a, 2 as b where false',
  sameNames: 'select 1 as same, 2 as same',
  series,
  races: [1, 501, 1001, 1501],
  badWord: 'select nothere from basics',
  slow: `with recursive s(n) as (select 1 union all select n + 1 from s) select count(*) from s`,
  literal: (text) => `select ${quoted(text)}`,
  wide: (n) => `select replace(hex(zeroblob(${String(n / 2)})), '0', 'x')`,
  columns: (n) =>
    `select ${Array.from({ length: n }, (_, i) => `${String(i)} c${String(i)}`).join()}`,
  maxColumns: 2000,
  begin: 'begin',
  createTemporary: 'create temp table kept (n int)',
  insert: 'insert into kept values (1)',
  selectKept: 'select * from kept',
  rollback: 'rollback',
  running: busyEngines,
  server: null,
  // SQLite has no statement timeout.
  liftTimeout: 'select 1',
});
