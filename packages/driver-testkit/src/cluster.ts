import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ConnectionConfig } from '@sluice/driver-kit';
import { createCluster, freePort, locatePostgres } from '@sluice/testkit';

/** A temporary PostgreSQL server. */
export interface Cluster {
  port: number;
  config: ConnectionConfig;
  directory: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

export const clusterPassword = 'pass word\'"\\%';

/** Programs of the Debian package `postgresql-15`, which `npm test` installs. */
export const debianPostgres15: ClusterPrograms = {
  initdb: '/usr/lib/postgresql/15/bin/initdb',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
};

/** Absolute paths of the programs of a cluster. */
export interface ClusterPrograms {
  initdb: string;
  postgres: string;
}

/**
 * Starts a cluster. `settings` are lines of postgresql.conf, `files` are written to its data directory.
 * Uses the embedded programs by default and never runs as root.
 */
export async function startCluster(
  settings: string[] = [],
  files: Record<string, string> = {},
  programs?: ClusterPrograms,
): Promise<Cluster> {
  const base = mkdtempSync(path.join(tmpdir(), 'sluice-drivers-'));
  const location = await locatePostgres(base);
  const { folder, user } = location;
  const binaries = programs ?? location.binaries;
  const directory = createCluster({ location, initdb: binaries.initdb, password: clusterPassword });
  const port = await freePort();
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    writeFileSync(file, content, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
  }
  const lines = [
    `port=${String(port)}`,
    "listen_addresses='127.0.0.1'",
    "unix_socket_directories=''",
    'fsync=off',
    'max_connections=200',
    "timezone='America/New_York'",
    ...settings,
  ];
  appendFileSync(path.join(directory, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  const child = spawn(binaries.postgres, ['-D', directory], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await ready(child, child.stderr);
  return {
    port,
    directory,
    process: child,
    config: {
      host: '127.0.0.1',
      port,
      database: 'postgres',
      username: 'owner',
      password: clusterPassword,
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(base, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGQUIT');
      }),
  };
}

/** Resolves when the server logs that it is ready, because its port answers earlier. */
function ready(child: ChildProcess, output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    output.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) {
        log = '';
        resolve();
      }
    });
    child.once('exit', () => {
      reject(new Error(`PostgreSQL did not start\n${log}`));
    });
  });
}
