import { openFleet, type Fleet, type FleetOptions } from './fleet.js';
import { startServers, type Servers } from './servers.js';

/** Options of {@link withWorld}. */
export interface WorldOptions extends Pick<FleetOptions, 'apis' | 'workers' | 'settings'> {
  queue: 'postgres' | 'redis';
}

/** Does something with servers and processes of its own, and ends them all. */
export async function withWorld<T>(
  { queue, ...options }: WorldOptions,
  work: (servers: Servers, fleet: Fleet) => Promise<T>,
): Promise<T> {
  const servers = await startServers();
  try {
    const fleet = await openFleet({
      serviceServer: servers.service.url('postgres'),
      targetServer: servers.target.url('postgres'),
      redisUrl: queue === 'redis' ? servers.redis.url : undefined,
      ...options,
    });
    try {
      return await work(servers, fleet);
    } finally {
      await fleet.close();
    }
  } finally {
    await servers.stop();
  }
}
