import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { freePort, until } from '@sluice/testkit';
import { Redis } from 'ioredis';

/** A Redis that may be killed and started again on the same port, empty each time. */
export interface RedisServer {
  url: string;
  start(): Promise<void>;
  crash(): Promise<void>;
  flush(): Promise<void>;
}

/** Starts the installed redis-server in `folder`; it keeps nothing on the disk. */
export async function startRedisServer(folder: string): Promise<RedisServer> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction'], {
      cwd: folder,
      stdio: 'ignore',
    });
    await until('Redis answers', () => withRedis(url, (redis) => redis.ping()));
  };
  await start();
  process.once('exit', () => server?.kill('SIGKILL'));
  return {
    url,
    start,
    crash: async () => {
      const running = server;
      server = undefined;
      if (running === undefined || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    },
    flush: async () => {
      await withRedis(url, (redis) => redis.flushall());
    },
  };
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
