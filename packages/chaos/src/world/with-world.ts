import { openAgingStorage } from './aging-storage.js';
import { openFleet, type Fleet, type FleetOptions } from './fleet.js';
import { startPooledTarget, type PooledTarget } from './pooled-target.js';
import { startServers, type Servers } from './servers.js';

/**
 * How clients and workers are connected. `direct`: each API has its own URL, and results are files in one
 * folder. `balanced`: nginx in front of all APIs, and results in a bucket. `pooled`: as `direct`, with a transaction
 * pooler between workers and target database.
 */
export const topologies = ['direct', 'balanced', 'pooled'] as const;
/** One of {@link topologies}. */
export type Topology = (typeof topologies)[number];

/** Options of {@link withWorld}. */
export interface WorldOptions extends Pick<
  FleetOptions,
  'apis' | 'workers' | 'settings' | 'version'
> {
  queue: 'postgres' | 'redis';
  /** Default: `direct`. */
  topology?: Topology | undefined;
}

/** Runs work with its own servers and processes, and ends them all. */
export async function withWorld<T>(
  { queue, topology, ...options }: WorldOptions,
  work: (servers: Servers, fleet: Fleet, pool: PooledTarget | undefined) => Promise<T>,
): Promise<T> {
  const servers = await startServers({ withSwift: topology === 'balanced' });
  const targetServer = servers.target.url('postgres');
  const pool = topology === 'pooled' ? await startPooledTarget(targetServer) : undefined;
  const storage = servers.swift && (await openAgingStorage(servers.swift));
  try {
    const fleet = await openFleet({
      serviceServer: servers.service.url('postgres'),
      targetServer,
      connectionUrl: pool?.url,
      redisUrl: queue === 'redis' ? servers.redis.url : undefined,
      storage,
      balancer: storage && {},
      ...options,
    });
    try {
      return await work(servers, fleet, pool);
    } finally {
      await fleet.close();
    }
  } finally {
    await storage?.stop();
    await pool?.stop();
    await servers.stop();
  }
}
