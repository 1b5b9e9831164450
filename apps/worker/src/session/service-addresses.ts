import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { kindOf, readAddress, type ServiceAddress } from '@sluice/targets';
import type { ServiceEndpoint } from './service-endpoints.js';

/** Looks up the addresses of a host name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** Milliseconds that an address is cached; a metadata database may move. */
const CACHE_MS = 10_000;

/** Returns the endpoints of the service at a port. Never throws. */
export type ServicesAt = (port: number) => Promise<ServiceAddress[]>;

/** Looks up the hosts of the service's own endpoints, only when a connection asks for one of their ports. */
export function createServicesAt(
  endpoints: readonly ServiceEndpoint[],
  lookup: Lookup,
): ServicesAt {
  const hosts = new Map<string, () => Promise<readonly string[]>>();
  const addressesOf = (host: string): Promise<readonly string[]> => {
    const cached = hosts.get(host) ?? cachedLookup(host, lookup);
    hosts.set(host, cached);
    return cached();
  };
  return (port) =>
    Promise.all(
      endpoints
        .filter((endpoint) => endpoint.port === port)
        .map(async ({ host, database }) => {
          const found = host === null ? [] : await addressesOf(host);
          const local = localAddresses();
          const isLocal = host === null || found.some((each) => isLocalAddress(each, local));
          return { addresses: isLocal ? [...found, ...local] : found, isLocal, port, database };
        }),
    );
}

/** Caches the addresses of one host; while a lookup fails, the last known ones are used. */
function cachedLookup(host: string, lookup: Lookup): () => Promise<readonly string[]> {
  let found: Promise<readonly string[]> = Promise.resolve([]);
  let atMs = -Infinity;
  return () => {
    const nowMs = performance.now();
    if (nowMs - atMs > CACHE_MS) {
      atMs = nowMs;
      const before = found;
      found = lookup(host.replace(/^\[(.*)\]$/, '$1')).then(
        (list) => list.map(({ address }) => address),
        () => before,
      );
    }
    return found;
  };
}

const localAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);

function isLocalAddress(text: string, local: readonly string[]): boolean {
  const address = readAddress(text);
  if (kindOf(address) === 'loopback') return true;
  return local.some((each) => readAddress(each).toString() === address.toString());
}
