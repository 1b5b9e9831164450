import type { DriverConnection } from '@sluice/driver-kit';
import type { Test } from 'tap';
import { eventually, failure, read } from './contract.js';

/** Statements that tests of the way to a server run over it. */
export interface Queries {
  /** 200,000 rows. */
  large: string;
  /** Runs for a minute. */
  sleep: string;
  /** Has a row while that one runs. */
  sleeping: string;
}

export const queries: Record<'postgres' | 'mysql', Queries> = {
  postgres: {
    large: 'select * from generate_series(1, 200000)',
    sleep: 'select pg_sleep(60)',
    sleeping: `select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
  },
  mysql: {
    large: 'select * from seq_1_to_200000',
    sleep: 'select sleep(60)',
    sleeping: "select 1 from information_schema.processlist where info like 'select sleep%'",
  },
};

/** Cancels a running statement, as another session sees it; the session goes on. */
export async function cancelSleep(
  t: Test,
  connection: DriverConnection,
  watcher: DriverConnection,
  { sleep, sleeping }: Queries,
): Promise<void> {
  const abort = new AbortController();
  const failed = failure(read(connection, sleep, { signal: abort.signal }));
  const isSleeping = async () => (await read(watcher, sleeping)).rows.length === 1;
  await eventually('it runs', isSleeping);
  abort.abort();
  t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
  // MariaDB answers a moment before its process list forgets the statement.
  await eventually('it has stopped in the server', async () => !(await isSleeping()));
  t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
}
