import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
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

/**
 * Records every command that the tests' Redis receives from now on. On a plain socket: ioredis takes a command that
 * arrives with the answer to MONITOR for another answer, and fails.
 */
export async function monitorRedis(): Promise<{ output(): string; stop(): void }> {
  const { hostname, port } = new URL(redisUrl());
  const socket = connect(Number(port), hostname);
  let output = '';
  socket.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(socket, 'connect');
  socket.write('MONITOR\r\n');
  await until('Redis reports commands', () => output.startsWith('+OK'));
  return { output: () => output, stop: () => socket.destroy() };
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
