import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.js';
import { serverFolder, startServerProgram } from './server-program.js';

/** When pgbouncer gives the server connection of a client to another client. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/** Options of {@link startPgbouncer}. */
export interface PgbouncerOptions {
  /** Port of the PostgreSQL server on 127.0.0.1. */
  serverPort: number;
  mode: PoolMode;
  /** Role and password of the clients, also used for the server. */
  user: string;
  password: string;
  /** Server connections of a database and user. With one, all clients share the same server connection. Default: 1. */
  poolSize?: number;
}

/** A pgbouncer process in front of a PostgreSQL server. */
export interface Pgbouncer {
  port: number;
  stop(): Promise<void>;
}

/** Starts the installed pgbouncer on a free port. It serves all databases of the server. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const folder = serverFolder('pgbouncer');
  // As root, pgbouncer changes to another user, who reads the files.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const [users, config] = [path.join(folder, 'users.txt'), path.join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `${quoted(options.user)} ${quoted(options.password)}\n`);
  writeFileSync(config, configOf(options, port, users));
  const changeUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const args = [...changeUser, config];
  const stop = await startServerProgram({ command: 'pgbouncer', args, port, folder });
  return { port, stop };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const configOf = (
  { serverPort, mode, poolSize = 1 }: PgbouncerOptions,
  port: number,
  users: string,
): string => `[databases]
* = host=127.0.0.1 port=${String(serverPort)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${String(poolSize)}
max_client_conn = 500
server_check_query = select 1
`;
