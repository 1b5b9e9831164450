import type { DriverConnection } from '@sluice/driver-kit';
import type { Test } from 'tap';
import { eventually, failure, read } from './contract.js';

/** Statements for the tests of TLS and proxies. */
export interface Queries {
  /** Returns 200,000 rows. */
  large: string;
  /** Runs for one minute. */
  sleep: string;
  /** Returns a row while `sleep` runs. */
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

/** Cancels a running statement and checks with another session that it stops and that the session stays usable. */
export async function cancelSleep(
  t: Test,
  connection: DriverConnection,
  watcher: DriverConnection,
  { sleep, sleeping }: Queries,
): Promise<void> {
  const abort = new AbortController();
  const failed = failure(read(connection, sleep, { signal: abort.signal }));
  const isSleeping = async () => (await read(watcher, sleeping)).rows.length === 1;
  await eventually('the statement is running', isSleeping);
  abort.abort();
  t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
  // MariaDB responds shortly before the statement disappears from its process list.
  await eventually('the statement has stopped on the server', async () => !(await isSleeping()));
  t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
}
