import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadyChecks } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import { adminEmail, openFleet, type Fleet } from '../world/fleet.js';
import { queryOnce } from '../world/postgres-server.js';
import { startServers } from '../world/servers.js';

/** Options of {@link openCluster}. */
export interface ClusterOptions {
  /** An empty folder for the data of all servers, which is kept. Default: a temporary folder. */
  folder?: string | undefined;
  /** Port of the URL. Default: a free port. */
  port?: number | undefined;
  /** Reports each started part. */
  onProgress(line: string): void;
}

/** Addresses and credentials of the cluster. */
export interface ClusterDescription {
  url: string;
  email: string;
  password: string;
  connectionId: string;
  apis: ProcessDescription[];
  workers: ProcessDescription[];
}

/** A process at the start; a process that ends is replaced. */
export interface ProcessDescription {
  pid: number;
  /** `host:port` of an API. */
  address?: string | undefined;
}

/** The production deployment of the service as processes of this machine. */
export interface Cluster {
  description: ClusterDescription;
  /** Stops everything and waits for its end. */
  stop(): Promise<void>;
}

const size = { apis: 2, workers: 3 };
const sampleSql = new URL('../../../../deploy/sample-orders.sql', import.meta.url);

/**
 * Starts what docker-compose.yml describes without containers: nginx, two APIs, three workers, PostgreSQL,
 * Redis, an object storage and a target database. A process that ends is restarted, as with docker-compose.
 */
export async function openCluster({ folder, port, onProgress }: ClusterOptions): Promise<Cluster> {
  const servers = await startServers({ withSwift: true, folder, handlesSignals: true });
  try {
    onProgress('PostgreSQL, Redis and the object storage (S3) are ready');
    const password = randomBytes(12).toString('base64url');
    const fleet = await openFleet({
      serviceServer: servers.service.url('postgres'),
      targetServer: servers.target.url('postgres'),
      redisUrl: servers.redis.url,
      storage: servers.swift,
      balancer: { port },
      password,
      ...size,
    });
    const stop = async (): Promise<void> => {
      await fleet.close('ask');
      await servers.stop('ask');
    };
    try {
      await queryOnce(fleet.targetUrl, await readFile(sampleSql, 'utf8'));
      await untilReady(fleet);
      const description = await describe(fleet, password);
      if (folder !== undefined) {
        const text = JSON.stringify(description, null, 2);
        await writeFile(join(folder, 'cluster.json'), `${text}\n`, { mode: 0o600 });
      }
      return { description, stop };
    } catch (error) {
      await fleet.close();
      throw error;
    }
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

const untilReady = async ({ url }: Fleet): Promise<void> => {
  await until('the cluster is ready', async () => {
    const response = await fetch(`${url}/api/ready`);
    const checks = (await response.json()) as ReadyChecks;
    if (response.status === 200) return true;
    throw new Error(JSON.stringify(checks));
  });
};

async function describe(fleet: Fleet, password: string): Promise<ClusterDescription> {
  const { url, connectionId, addresses } = fleet;
  const apis = await Promise.all(fleet.apis.map((slot) => slot.ready()));
  const workers = await Promise.all(fleet.workers.map((slot) => slot.ready()));
  return {
    url,
    email: adminEmail,
    password,
    connectionId,
    apis: apis.map(({ pid }, index) => ({ pid, address: addresses[index] })),
    workers: workers.map(({ pid }) => ({ pid })),
  };
}
