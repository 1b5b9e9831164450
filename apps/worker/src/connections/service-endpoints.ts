import type { ServiceSettings } from '@sluice/config';
import { portsTried } from '../observation/telemetry.js';

/** Where something of the service itself listens. */
export interface ServiceEndpoint {
  /** A name or an address; null = on this machine. */
  host: string | null;
  port: number;
  /** The service's own database; null = it is no database server. */
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

/** Where the service itself listens, as far as the settings say: no connection may point there. */
export function serviceEndpoints(settings: EndpointSettings): ServiceEndpoint[] {
  const { SERVICE_WORKER_METRICS_PORT: first } = settings;
  const workerPorts = first === 0 ? [] : Array.from({ length: portsTried }, (_, n) => first + n);
  const ownPorts = [settings.SERVICE_PORT, settings.SERVICE_METRICS_PORT, ...workerPorts];
  return [
    databaseEndpoint(settings.DATABASE_URL),
    ...(settings.REDIS_URL === undefined ? [] : [redisEndpoint(settings.REDIS_URL)]),
    ...ownPorts.filter((port) => port !== 0).map((port) => ({ host: null, port, database: null })),
  ];
}

/** As the client reads the address: parameters stand over the host and the port. */
function databaseEndpoint(text: string): ServiceEndpoint {
  const url = new URL(text);
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname);
  const port = Number(url.searchParams.get('port') ?? url.port) || 5432;
  const path = decodeURI(url.pathname.slice(1));
  const user = decodeURIComponent(url.searchParams.get('user') ?? url.username);
  // By a Unix socket it is a server of this machine, which may listen on its port as well.
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
