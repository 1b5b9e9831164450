import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { kindOf, readAddress, type ServiceAddress } from '@sluice/targets';
import type { ServiceEndpoint } from './service-endpoints.js';

/** Finds the addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** A database that moves to another address is known there after so long. */
const KNOWN_MS = 10_000;

/** Tells what of the service can be reached at a port. Never throws. */
export type ServicesAt = (port: number) => Promise<ServiceAddress[]>;

/** Looks the service's own hosts up when a connection asks for one of their ports, and no more often. */
export function createServicesAt(
  endpoints: readonly ServiceEndpoint[],
  lookup: Lookup,
): ServicesAt {
  const hosts = new Map<string, KnownHost>();
  const addressesOf = (host: string): Promise<readonly string[]> => {
    const known = hosts.get(host) ?? new KnownHost(host, lookup);
    hosts.set(host, known);
    return known.addresses();
  };
  return (port) =>
    Promise.all(
      endpoints
        .filter((endpoint) => endpoint.port === port)
        .map(async ({ host, database }) => {
          const found = host === null ? [] : await addressesOf(host);
          const here = ownAddresses();
          const isLocal = host === null || found.some((each) => isOwn(each, here));
          return { addresses: isLocal ? [...found, ...here] : found, isLocal, port, database };
        }),
    );
}

/** The addresses of one host, looked up now and then; while that fails, those of the last time count. */
class KnownHost {
  private found: Promise<readonly string[]> = Promise.resolve([]);
  private atMs = -Infinity;

  constructor(
    private readonly host: string,
    private readonly lookup: Lookup,
  ) {}

  addresses(): Promise<readonly string[]> {
    const nowMs = performance.now();
    if (nowMs - this.atMs > KNOWN_MS) {
      this.atMs = nowMs;
      const before = this.found;
      this.found = this.lookup(this.host.replace(/^\[(.*)\]$/, '$1')).then(
        (list) => list.map(({ address }) => address),
        () => before,
      );
    }
    return this.found;
  }
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);

function isOwn(text: string, here: readonly string[]): boolean {
  const address = readAddress(text);
  if (kindOf(address) === 'loopback') return true;
  return here.some((each) => readAddress(each).toString() === address.toString());
}
