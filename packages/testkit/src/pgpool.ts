import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endWithUs } from './end-with-us.js';
import { freePort } from './free-port.js';
import { listens } from './listens.js';
import { until } from './until.js';

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
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-pgpool-'));
  const port = await freePort();
  const place = { port, pcpPort: await freePort(), serverPort, folder };
  const file = (name: string, content: string): string => {
    const filePath = path.join(folder, name);
    writeFileSync(filePath, content);
    return filePath;
  };
  const server = spawn(
    'pgpool',
    [
      ...['-n', '-f', file('pgpool.conf', configuration(mode, place))],
      ...['-F', file('pcp.conf', ''), '-a', file('pool_hba.conf', '')],
    ],
    {
      env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its children are in its process group, so all of them can be ended.
      detached: true,
    },
  );
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-10_000);
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      resolve();
    });
  });
  const failed = new Promise<never>((_, reject) => {
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`pgpool did not start\n${log}`));
    });
  });
  failed.catch(() => undefined);
  const kill = (): void => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
  };
  const forget = endWithUs(kill);
  await Promise.race([until('pgpool listens', () => listens(port)), failed]);
  return {
    port,
    stop: async () => {
      forget();
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
