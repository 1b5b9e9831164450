import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSwift, type Swift } from '@sluice/testkit';
import { startPostgresServer, type PostgresServer } from './postgres-server.js';
import { startRedisServer, type RedisServer } from './redis-server.js';

/** Servers of our own, which may therefore be killed. */
export interface Servers {
  /** Holds the service's database. */
  service: PostgresServer;
  /** Holds the target database. Never killed: what it shows is what really happened. */
  target: PostgresServer;
  redis: RedisServer;
  /** Speaks S3. Never killed; there only when asked for. */
  swift: Swift | undefined;
  /** Kills them, or has them end in order, and removes what they kept. */
  stop(how?: 'kill' | 'ask'): Promise<void>;
}

/** Options of {@link startServers}. */
export interface ServersOptions {
  /** Also an object storage. */
  withSwift?: boolean;
  /** Where they keep what they keep, and leave it; in a temporary folder unless given. */
  folder?: string | undefined;
  /** The caller ends them when a signal asks for it; else this process ends, and with it all of them. */
  handlesSignals?: boolean;
}

/** Starts two PostgreSQL, a Redis and, if asked for, an object storage. */
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
