import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { redisUrl } from './databases.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** A Redis server. */
export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** How clients authenticate. */
export interface RedisAccess {
  password: string;
  /** Certificate of its TLS port, the only one. */
  certificate: { cert: string; key: string };
}

/**
 * Starts the installed redis-server in `folder` on a free port, without authentication unless configured.
 * @throws when it does not answer.
 */
export async function startRedis(folder: string, access?: RedisAccess): Promise<TestRedis> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const server = spawn(
    'redis-server',
    [
      ...(await accessArguments(folder, port, access)),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--maxmemory-policy',
      'noeviction',
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      resolve();
    });
  });
  const failed = new Promise<never>((_, reject) => server.once('error', reject));
  const url = access
    ? `rediss://:${access.password}@localhost:${port}/0`
    : `redis://127.0.0.1:${port}/0`;
  const tls = access && { ca: access.certificate.cert };
  await Promise.race([until('Redis answers', () => answers(url, { tls })), failed]);
  return {
    url,
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/** Records every command that the tests' Redis receives from now on. */
export async function monitorRedis(): Promise<{ output(): string; stop(): void }> {
  const redis = new Redis(redisUrl());
  const monitor = await redis.monitor();
  const commands: string[] = [];
  monitor.on('monitor', (_time: string, command: string[]) => commands.push(command.join(' ')));
  return {
    output: () => commands.join('\n'),
    stop: () => {
      monitor.disconnect();
      redis.disconnect();
    },
  };
}

async function accessArguments(
  folder: string,
  port: number,
  access: RedisAccess | undefined,
): Promise<string[]> {
  if (access === undefined) return ['--port', String(port)];
  const { password, certificate } = access;
  await writeFile(join(folder, 'cert.pem'), certificate.cert);
  await writeFile(join(folder, 'key.pem'), certificate.key);
  return [
    ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', 'cert.pem', '--tls-key-file', 'key.pem'],
    ...['--tls-ca-cert-file', 'cert.pem', '--requirepass', password],
  ];
}

async function answers(url: string, { tls }: Pick<RedisOptions, 'tls'>): Promise<boolean> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    ...(tls && { tls }),
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
