import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Targets } from '../contract/driver.js';

/** Lets every connection go where it wants to; names behind a proxy are the proxy's. */
export const anywhere: Targets = {
  resolve: (host) => lookup(host, { all: true }),
  behindProxy: (host) => Promise.resolve(host),
  checkSocket: () => Promise.resolve(),
};

/** The way that a socket went: of several servers behind a name, only that of a session knows its number. */
export function sameWay(socket: Socket, destination: string): Targets {
  const { remoteAddress: address } = socket;
  return {
    ...anywhere,
    resolve: (host) =>
      address === undefined ? anywhere.resolve(host, 0) : Promise.resolve([entryOf(address)]),
    behindProxy: () => Promise.resolve(destination),
  };
}

const entryOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Where a socket has to be told to go, so that it dials what was allowed and nothing else. */
export interface Way {
  host: string;
  lookup: LookupFunction;
}

/**
 * The way to a host. A name is looked up when the socket asks for it; an address, which no socket looks
 * up, is judged here. @throws DriverError
 */
export async function wayTo(
  host: string,
  port: number,
  targets: Targets = anywhere,
  postgresDatabase?: string,
): Promise<Way> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const resolve = (name: string) => targets.resolve(name, port, postgresDatabase);
  const way = { host: bare, lookup: lookupBy(resolve) };
  if (isIP(bare) === 0) return way;
  const [{ address } = { address: bare }] = await resolve(bare);
  return { ...way, host: address };
}

/** As sockets want it. */
const lookupBy =
  (resolve: (host: string) => Promise<LookupAddress[]>): LookupFunction =>
  (host, { all, family }, callback) => {
    resolve(host).then(
      (found) => {
        const wanted = family === 4 || family === 6 ? ofFamily(found, family) : found;
        const [first] = wanted;
        if (first === undefined) callback(new Error(`${host} has no address`), '', 0);
        else if (all === true) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '', 0);
      },
    );
  };

const ofFamily = (found: LookupAddress[], family: number): LookupAddress[] =>
  found.filter((each) => each.family === family);
