import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSwift, type Swift } from '@sluice/testkit';
import { startPostgresServer, type PostgresServer } from './postgres-server.js';
import { startRedisServer, type RedisServer } from './redis-server.js';

/** Servers of the test, which can be killed. */
export interface Servers {
  /** Server of the metadata database. */
  service: PostgresServer;
  /** Server of the target database. Never killed, so that it shows what really happened. */
  target: PostgresServer;
  redis: RedisServer;
  /** S3 storage. Never killed; only present if requested. */
  swift: Swift | undefined;
  /** Kills the servers, or stops them gracefully, and removes their data. */
  stop(how?: 'kill' | 'ask'): Promise<void>;
}

/** Options of {@link startServers}. */
export interface ServersOptions {
  /** Whether an object storage is started. */
  withSwift?: boolean;
  /** Folder for their data, which is kept. Default: a temporary folder. */
  folder?: string | undefined;
  /** Whether the caller ends them on a signal; otherwise this process ends with all of them. */
  handlesSignals?: boolean;
}

/** Starts two PostgreSQL servers, a Redis and, if requested, an object storage. */
export async function startServers(options: ServersOptions = {}): Promise<Servers> {
  if (options.handlesSignals !== true) endBySignals();
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'sluice-chaos-servers-')));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const [service, target, redis, swift] = await Promise.all([
    startPostgresServer(join(folder, 'service')),
    startPostgresServer(join(folder, 'target')),
    startRedisServer(join(folder, 'redis')),
    options.withSwift === true ? startSwift(join(folder, 'swift')) : undefined,
  ]);
  const servers = [service, target, redis];
  return {
    service,
    target,
    redis,
    swift,
    stop: async (how = 'kill') => {
      await Promise.all([
        ...servers.map((server) => (how === 'kill' ? server.crash() : server.stop())),
        swift?.stop(),
      ]);
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

function endBySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
