import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { DriverError, type ConnectionConfig } from '../contract/driver.js';
import { socksFields } from '../definition/common-fields.js';
import { withImplied } from '../definition/implied-fields.js';
import { flag, hostOf, portOf, textField } from '../fields.js';

/** A SOCKS5 proxy in front of a server. */
export interface Proxy {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** SOCKS5 encodes the length of a name, password or host in one byte. */
const MAX_BYTES = 255;

/** Returns the proxy of a connection's fields; null if it uses none. @throws DriverError kind `connection` */
export function proxyOf(config: ConnectionConfig): Proxy | null {
  if (!flag(withImplied(socksFields, config), 'useSocks')) return null;
  return {
    host: hostOf(config, 'socksHost'),
    port: portOf(config, 1080, 'socksPort'),
    user: shortText(config, 'socksUsername'),
    password: shortText(config, 'socksPassword'),
  };
}

function shortText(config: ConnectionConfig, key: string): string {
  const text = textField(config, key);
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  throw new DriverError(
    'connection',
    'not_run',
    `${key} is longer than ${String(MAX_BYTES)} bytes`,
  );
}

/**
 * Asks the proxy at the other end of `socket` to connect it to `destination`. Fails when the socket closes.
 * @throws DriverError kind `connection`
 */
export async function connectThroughProxy(
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
      // The caller enforces the connect timeout.
      timeout: 2 ** 31 - 1,
    });
  } catch (error) {
    // Without `cause`: the error of the library contains the password.
    const detail = error instanceof Error ? error.message : String(error);
    throw new DriverError('connection', 'not_run', 'SOCKS proxy refused the connection', {
      detail,
    });
  }
}
