import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer, type PostgresServer } from './postgres-server.js';
import { startRedisServer, type RedisServer } from './redis-server.js';

/** Servers of our own, which may therefore be killed. */
export interface Servers {
  /** Holds the service's database. */
  service: PostgresServer;
  /** Holds the target database. Never killed: what it shows is what really happened. */
  target: PostgresServer;
  redis: RedisServer;
  stop(): Promise<void>;
}

/** Starts two PostgreSQL and a Redis in a temporary folder; a signal that ends us ends them, too. */
export async function startServers(): Promise<Servers> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), 'sluice-chaos-servers-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const [service, target, redis] = await Promise.all([
    startPostgresServer(join(folder, 'service')),
    startPostgresServer(join(folder, 'target')),
    startRedisServer(join(folder, 'redis')),
  ]);
  return {
    service,
    target,
    redis,
    stop: async () => {
      await Promise.all([service.crash(), target.crash(), redis.crash()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
