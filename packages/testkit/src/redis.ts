import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { redisUrl } from './databases.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** A Redis of its own. */
export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** Starts the installed redis-server in `folder` on a free port. @throws when it does not answer. */
export async function startRedis(folder: string): Promise<TestRedis> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const server = spawn(
    'redis-server',
    [
      '--port',
      String(port),
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
  const url = `redis://127.0.0.1:${port}/0`;
  await Promise.race([until('Redis answers', () => answers(url)), failed]);
  return {
    url,
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/** Every command that the tests' Redis is sent, from now on. */
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

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
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
