import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { testContract } from '@sluice/driver-testkit/contract-cases';

const cluster = await startCluster();
t.teardown(() => cluster.stop());

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

await testContract(t, {
  driver,
  config: cluster.config,
  basics: `select 1 as number, 'text' as text, true as flag, null as nothing`,
  flag: [true, 'boolean'],
  nulls: 'select null::int, null::text, null::json[]',
  noRows: 'select 1 as a, 2 as b where false',
  sameNames: 'select 1 as same, 2 as same',
  series: (n) => `select n from generate_series(1, ${String(n)}) n`,
  races: [1, 501, 1001, 1501],
  badWord: 'select nothere from pg_class',
  slow: 'select pg_sleep(60)',
  literal: (text) => `select ${quoted(text)}`,
  wide: (n) => `select repeat('x', ${String(n)})`,
  columns: (n) =>
    `select ${Array.from({ length: n }, (_, i) => `${String(i)} c${String(i)}`).join()}`,
  maxColumns: 1600,
  begin: 'begin',
  createTemporary: 'create temp table kept (n int)',
  insert: 'insert into kept values (1)',
  selectKept: 'select * from kept',
  rollback: 'rollback',
  running: `select count(*)::int from pg_stat_activity
            where state = 'active' and query like 'select pg_sleep%'`,
  server: {
    kill: (id) => `select pg_terminate_backend(${String(Number.parseInt(id))})`,
    // The same process id with another start time.
    anotherExecutionId: (id) =>
      id.replace(/\d{6}Z$/, (us) => (us === '000000Z' ? '000001Z' : '000000Z')),
  },
  liftTimeout: 'set statement_timeout = 0',
});
