import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { startSnowflakeServer } from '@sluice/testkit';
import t from 'tap';
import { testContract } from '@sluice/driver-testkit/contract-cases';

const server = await startSnowflakeServer();
t.teardown(() => server.stop());

const running = (): Promise<number> => Promise.resolve(server.running());
const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

await testContract(t, {
  driver,
  config: server.config,
  basics: 'select * from basics',
  flag: [true, 'boolean'],
  nulls: 'select null, null::number, null::date',
  noRows: 'select 1 as a, 2 as b where false',
  sameNames: 'select 1 as same, 2 as same',
  series: (n) => `select n from series(${String(n)})`,
  races: [1, 1000, 50_000, 100_000],
  badWord: 'select nothere from basics',
  slow: 'call system$wait(60)',
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
  running,
  server: null,
  handover: {
    running,
    anotherExecutionId: '01b2c3d4-0000-1111-0000-000000000001',
    denied: { password: 'not the password' },
    unreachable: { accessUrl: 'http://127.0.0.1:1' },
    finishSlow: {
      finish: () => {
        server.release();
      },
      row: ['waited 60 seconds'],
    },
  },
  liftTimeout: 'alter session set statement_timeout_in_seconds = 0',
});
