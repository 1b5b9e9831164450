import { spawn } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { createCluster, freePort, locatePostgres } from '@sluice/testkit';
import pg from 'pg';
import { startServerProcess, type ServerProcess } from './server-process.js';

/** A PostgreSQL server that can be killed and restarted on the same port and files. */
export interface PostgresServer extends ServerProcess {
  /** URL of one of its databases, as the superuser. */
  url(database: string): string;
}

const password = 'chaos-chaos-chaos-chaos';

/** Creates a cluster in `folder`, which PostgreSQL's user must be able to enter, and starts it. */
export async function startPostgresServer(folder: string): Promise<PostgresServer> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const location = await locatePostgres(folder);
  const { folder: home, binaries, user } = location;
  const data = createCluster({ location, initdb: binaries.initdb, password });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'max_prepared_transactions=0',
    'jit=off',
    'TimeZone=UTC',
  ].flatMap((setting) => ['-c', setting]);
  const url = (database: string): string =>
    `postgresql://owner:${password}@127.0.0.1:${port}/${database}`;

  const server = await startServerProcess({
    name: 'PostgreSQL',
    spawn: () =>
      spawn(binaries.postgres, ['-D', data, ...settings], {
        ...user,
        cwd: home,
        stdio: 'ignore',
        // Ctrl-C is for the starting process, which may still need the server.
        detached: true,
      }),
    ask: () => queryOnce(url('postgres'), 'select 1'),
    // Without a checkpoint, like a crash: the next start recovers from the log.
    signal: 'SIGQUIT',
    stopSignal: 'SIGINT',
  });
  return { url, ...server };
}

/** Application name of the checker's own sessions, which no fault disconnects. */
export const CHECKER_NAME = 'chaos-checker';

/** Runs one query on its own connection. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString,
    // While everything is restarted, this process may wait for seconds.
    connectionTimeoutMillis: 30_000,
    application_name: CHECKER_NAME,
  });
  // A lost connection also fails the running query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
