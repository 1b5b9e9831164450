import { openAgingStorage } from './aging-storage.js';
import { openFleet, type Fleet, type FleetOptions } from './fleet.js';
import { startServers, type Servers } from './servers.js';

/**
 * How clients and workers are connected. `direct`: each API has its own URL, and results are files in one
 * folder. `balanced`: nginx in front of all APIs, and results in a bucket.
 */
export const topologies = ['direct', 'balanced'] as const;
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
  work: (servers: Servers, fleet: Fleet) => Promise<T>,
): Promise<T> {
  const servers = await startServers({ withSwift: topology === 'balanced' });
  const storage = servers.swift && (await openAgingStorage(servers.swift));
  try {
    const fleet = await openFleet({
      serviceServer: servers.service.url('postgres'),
      targetServer: servers.target.url('postgres'),
      redisUrl: queue === 'redis' ? servers.redis.url : undefined,
      storage,
      balancer: storage && {},
      ...options,
    });
    try {
      return await work(servers, fleet);
    } finally {
      await fleet.close();
    }
  } finally {
    await storage?.stop();
    await servers.stop();
  }
}
