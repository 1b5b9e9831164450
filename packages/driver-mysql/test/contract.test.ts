import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { startMariaDb } from '@sluice/testkit';
import t from 'tap';
import { testContract } from '@sluice/driver-testkit/contract-cases';

const server = await startMariaDb();
t.teardown(() => server.stop());

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

await testContract(t, {
  driver,
  config: server.config,
  basics: `select 1 as number, 'text' as text, true as flag, null as nothing`,
  flag: [1, 'number'],
  nulls: 'select cast(null as signed), cast(null as char), cast(null as datetime)',
  noRows: 'select 1 as a, 2 as b from dual where false',
  sameNames: 'select 1 as same, 2 as same',
  series: (n) => `select seq from seq_1_to_2000000 where seq <= ${String(n)}`,
  races: [1, 1000, 10_000, 30_000],
  badWord: 'select nothere from dual',
  slow: 'select sleep(60)',
  literal: (text) => `select ${quoted(text)}`,
  wide: (n) => `select repeat('x', ${String(n)})`,
  columns: (n) =>
    `select ${Array.from({ length: n }, (_, i) => `${String(i)} c${String(i)}`).join()}`,
  maxColumns: 4096,
  begin: 'begin',
  createTemporary: 'create temporary table kept (n int)',
  insert: 'insert into kept values (1)',
  selectKept: 'select * from kept',
  rollback: 'rollback',
  running: `select count(*) from information_schema.processlist
            where command = 'Query' and info like 'select sleep%'`,
  server: {
    kill: (id) => `kill connection ${String(Number.parseInt(id))}`,
    // The same connection number after a restart of the server.
    anotherExecutionId: (id) => id.replace(/\d(?=\/\w+$)/, (digit) => (digit === '0' ? '1' : '0')),
  },
  liftTimeout: 'set max_statement_time = 0',
});
