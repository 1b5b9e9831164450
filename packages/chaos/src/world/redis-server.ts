import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { freePort } from '@sluice/testkit';
import { Redis } from 'ioredis';
import { startServerProcess, type ServerProcess } from './server-process.js';

/** A Redis server that can be killed and restarted on the same port, always empty. */
export interface RedisServer extends ServerProcess {
  url: string;
  flush(): Promise<void>;
}

/** Starts the installed redis-server in `folder` without persistence. */
export async function startRedisServer(folder: string): Promise<RedisServer> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const server = await startServerProcess({
    name: 'Redis',
    spawn: () =>
      spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction'], {
        cwd: folder,
        stdio: 'ignore',
        // Ctrl-C is for the starting process, which may still need the server.
        detached: true,
      }),
    ask: () => withRedis(url, (redis) => redis.ping()),
    signal: 'SIGKILL',
    stopSignal: 'SIGTERM',
  });
  return {
    url,
    ...server,
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
