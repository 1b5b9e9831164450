import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Targets } from '../contract/driver.js';

/** Allows every target. A proxy resolves the names behind it itself. */
export const anyTarget: Targets = {
  resolve: (host) => lookup(host, { all: true }),
  behindProxy: (host) => Promise.resolve(host),
  checkSocket: () => Promise.resolve(),
};

/**
 * Returns targets that lead to the server that `socket` is connected to. A cancel request needs the same
 * server: of several servers behind one name, only that one knows the session.
 */
export function sameServer(socket: Socket, destination: string): Targets {
  const { remoteAddress: address } = socket;
  return {
    ...anyTarget,
    resolve: (host) =>
      address === undefined ? anyTarget.resolve(host, 0) : Promise.resolve([entryOf(address)]),
    behindProxy: () => Promise.resolve(destination),
  };
}

const entryOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Options for `net.Socket.connect` that restrict it to allowed addresses. */
export interface TargetAddress {
  host: string;
  lookup: LookupFunction;
}

/**
 * Returns the connect options for a host. A name is resolved when the socket looks it up; sockets look up no
 * addresses, so an address is checked here. @throws DriverError
 */
export async function connectOptionsFor(
  host: string,
  port: number,
  targets: Targets = anyTarget,
  postgresDatabase?: string,
): Promise<TargetAddress> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const resolve = (name: string) => targets.resolve(name, port, postgresDatabase);
  const address = { host: bare, lookup: lookupBy(resolve) };
  if (isIP(bare) === 0) return address;
  const [{ address: resolved } = { address: bare }] = await resolve(bare);
  return { ...address, host: resolved };
}

/** Adapts a resolver to the `lookup` option of a socket. */
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
