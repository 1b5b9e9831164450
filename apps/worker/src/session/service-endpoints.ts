import type { ServiceSettings } from '@sluice/config';
import { PORTS_TRIED } from '../telemetry/index.js';

/** The address of a part of the service. */
export interface ServiceEndpoint {
  /** A host name or address; null for this machine. */
  host: string | null;
  port: number;
  /** The metadata database; null if the endpoint is not a database server. */
  database: string | null;
}

type EndpointSettings = Pick<
  ServiceSettings,
  | 'DATABASE_URL'
  | 'REDIS_URL'
  | 'SERVICE_PORT'
  | 'SERVICE_METRICS_PORT'
  | 'SERVICE_WORKER_METRICS_PORT'
>;

/**
 * Returns where the service itself listens, as far as the settings say. No connection may point there.
 */
export function serviceEndpoints(settings: EndpointSettings): ServiceEndpoint[] {
  const { SERVICE_WORKER_METRICS_PORT: first } = settings;
  const workerPorts = first === 0 ? [] : Array.from({ length: PORTS_TRIED }, (_, n) => first + n);
  const ownPorts = [settings.SERVICE_PORT, settings.SERVICE_METRICS_PORT, ...workerPorts];
  return [
    databaseEndpoint(settings.DATABASE_URL),
    ...(settings.REDIS_URL === undefined ? [] : [redisEndpoint(settings.REDIS_URL)]),
    ...ownPorts.filter((port) => port !== 0).map((port) => ({ host: null, port, database: null })),
  ];
}

/** Reads the address as the PostgreSQL client does: parameters override host and port. */
function databaseEndpoint(text: string): ServiceEndpoint {
  const url = new URL(text);
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname);
  const port = Number(url.searchParams.get('port') ?? url.port) || 5432;
  const path = decodeURI(url.pathname.slice(1));
  const user = decodeURIComponent(url.searchParams.get('user') ?? url.username);
  // A Unix socket belongs to a server on this machine, which may also listen on its port.
  const isLocal = host === '' || host.startsWith('/');
  return { host: isLocal ? null : host, port, database: path === '' ? user : path };
}

function redisEndpoint(text: string): ServiceEndpoint {
  const url = new URL(text);
  return {
    host: url.hostname === '' ? null : url.hostname,
    port: Number(url.port) || 6379,
    database: null,
  };
}
