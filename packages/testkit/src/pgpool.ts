import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.js';
import { serverFolder, startServerProgram } from './server-program.js';

/** How pgpool-II handles its server: `raw` only passes messages on, the other follows the state of each session. */
export type PgpoolMode = 'raw' | 'streaming_replication';

/** A pgpool-II in front of one PostgreSQL server. */
export interface Pgpool {
  port: number;
  stop(): Promise<void>;
}

/** Settings that keep pgpool-II away from files and sockets outside of its folder, and from checks of the server. */
const configuration = (
  mode: PgpoolMode,
  {
    port,
    pcpPort,
    serverPort,
    folder,
  }: Record<'port' | 'pcpPort' | 'serverPort', number> & {
    folder: string;
  },
): string => `
backend_clustering_mode = '${mode}'
listen_addresses = '127.0.0.1'
port = ${String(port)}
unix_socket_directories = '${folder}'
pcp_listen_addresses = '127.0.0.1'
pcp_port = ${String(pcpPort)}
pcp_socket_dir = '${folder}'
backend_hostname0 = '127.0.0.1'
backend_port0 = ${String(serverPort)}
backend_weight0 = 1
num_init_children = 8
max_pool = 1
pid_file_name = '${folder}/pid'
logdir = '${folder}'
memqcache_oiddir = '${folder}'
sr_check_period = 0
health_check_period = 0
enable_pool_hba = off
`;

/** Starts the installed pgpool-II on a free port. The server at `serverPort` must accept sessions without a password. */
export async function startPgpool(mode: PgpoolMode, serverPort: number): Promise<Pgpool> {
  const folder = serverFolder('pgpool');
  const port = await freePort();
  const place = { port, pcpPort: await freePort(), serverPort, folder };
  const file = (name: string, content: string): string => {
    const filePath = path.join(folder, name);
    writeFileSync(filePath, content);
    return filePath;
  };
  const stop = await startServerProgram({
    command: 'pgpool',
    args: [
      ...['-n', '-f', file('pgpool.conf', configuration(mode, place))],
      ...['-F', file('pcp.conf', ''), '-a', file('pool_hba.conf', '')],
    ],
    port,
    folder,
  });
  return { port, stop };
}
