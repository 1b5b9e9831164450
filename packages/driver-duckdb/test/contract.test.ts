import { duckdbDriver as driver } from '@sluice/driver-duckdb';
import t from 'tap';
import { testContract } from '@sluice/driver-testkit/contract-cases';
import { busyEngines, localFiles } from '@sluice/driver-testkit/local-files';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

await testContract(t, {
  driver,
  // In memory, so that sessions do not share a database.
  config: {},
  session: { machine: { filesDirectory: localFiles(t) } },
  basics: `select 1 as number, 'text' as text, true as flag, null as nothing`,
  flag: [true, 'boolean'],
  nulls: 'select null::int, null::text, null::int[]',
  noRows: 'select 1 as a, 2 as b where false',
  sameNames: 'select 1 as same, 2 as same',
  series: (n) => `select n from range(1, ${String(n + 1)}) r(n)`,
  races: [1, 501, 1001, 1501],
  badWord: 'select nothere from duckdb_tables()',
  slow: 'select sum(a.range * b.range) from range(1000000000) a, range(1000000000) b',
  literal: (text) => `select ${quoted(text)}`,
  wide: (n) => `select repeat('x', ${String(n)})`,
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
  // DuckDB has no statement timeout.
  liftTimeout: 'select 1',
});
