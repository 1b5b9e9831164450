import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { DriverError, type ConnectionConfig } from '../contract/driver.js';
import { flag, hostOf, portOf, textField } from '../fields.js';

/** A SOCKS5 proxy on the way to a server. */
export interface Proxy {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** The protocol has one byte for the length of a name, a password or a host. */
const MOST_BYTES = 255;

/** The proxy that a connection's fields name; null = none. @throws DriverError kind `connection` */
export function proxyOf(config: ConnectionConfig): Proxy | null {
  if (!flag(config, 'useSocks')) return null;
  return {
    host: hostOf(config, 'socksHost'),
    port: portOf(config, 1080, 'socksPort'),
    user: short(config, 'socksUsername'),
    password: short(config, 'socksPassword'),
  };
}

function short(config: ConnectionConfig, key: string): string {
  const text = textField(config, key);
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  throw new DriverError('connection', 'not_run', `${key} may have ${String(MOST_BYTES)} bytes`);
}

/**
 * Has the proxy connect an open socket to it with the server, whose name the proxy resolves. Ends when the
 * socket does. @throws DriverError kind `connection`
 */
export async function passOn(
  socket: Socket,
  { host, port, user, password }: Proxy,
  destination: { host: string; port: number },
): Promise<void> {
  try {
    await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...(user === '' ? {} : { userId: user, password }) },
      command: 'connect',
      destination,
      existing_socket: socket,
      // The limit of time is the caller's.
      timeout: 2 ** 31 - 1,
    });
  } catch (error) {
    // Not as its cause: the error holds the password.
    const detail = error instanceof Error ? error.message : String(error);
    throw new DriverError('connection', 'not_run', 'The SOCKS proxy did not connect us', {
      detail,
    });
  }
}
