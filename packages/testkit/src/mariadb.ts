import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fillDataFolder } from './data-folder.js';
import { freePort } from './free-port.js';

/** A temporary MariaDB server of the system's packages. */
export interface MariaDb {
  port: number;
  /** The fields of a connection to it. */
  config: Record<string, unknown>;
  /**
   * Runs SQL with the server's own client as root; returns its tab-separated output without headings.
   */
  client(sql: string, ...options: string[]): string;
  stop(): Promise<void>;
}

export const mariaDbPassword = 'pass word\'"\\%';

/** Starts a server with additional command line `settings`. */
export async function startMariaDb(settings: string[] = []): Promise<MariaDb> {
  const base = mkdtempSync(path.join(tmpdir(), 'sluice-mariadb-'));
  const data = path.join(base, 'data');
  // A starting server removes the temporary tables of all others from a shared folder.
  const temporary = path.join(base, 'temporary');
  mkdirSync(temporary);
  const socket = path.join(base, 'socket');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  fillDataFolder('mariadb', data, () =>
    execFileSync(
      'mariadb-install-db',
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--tmpdir=${temporary}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...user,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    ),
  );
  const port = await freePort();
  const child = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--tmpdir=${temporary}`,
      `--socket=${socket}`,
      `--port=${String(port)}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${path.join(base, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=128M',
      '--max-allowed-packet=1G',
      '--default-time-zone=-05:00',
      ...user,
      ...settings,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await ready(child, child.stderr);
  const client = (sql: string, ...options: string[]): string =>
    execFileSync(
      'mariadb',
      ['--no-defaults', `--socket=${socket}`, '--user=root', '-N', '-B', ...options],
      { encoding: 'utf8', maxBuffer: 1024 ** 3, input: sql },
    );
  const escaped = mariaDbPassword.replaceAll(/['\\]/g, '\\$&');
  client(`create database main character set utf8mb4;
    create user owner@'127.0.0.1' identified by '${escaped}';
    grant all on *.* to owner@'127.0.0.1' with grant option`);
  return {
    port,
    config: {
      host: '127.0.0.1',
      port: String(port),
      database: 'main',
      username: 'owner',
      password: mariaDbPassword,
    },
    client,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(base, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGKILL');
      }),
  };
}

/** Resolves when the server reports that it is ready. */
function ready(child: ChildProcess, output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    output.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-20_000);
      if (log.includes('ready for connections')) resolve();
    });
    child.once('exit', () => {
      reject(new Error(`MariaDB did not start\n${log}`));
    });
  });
}
