import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'ldapts';

/** The address of the directory and its TLS options. */
export interface DirectoryAddress {
  /** `ldap://` or `ldaps://`. */
  url: string;
  /** Uses StartTLS before any other operation; only for `ldap://`. */
  startTls: boolean;
  /** CA certificates (PEM); undefined: the defaults of Node.js. */
  ca: string | undefined;
  /**
   * Timeout of the connection and of each response, in milliseconds. The whole operation may take
   * twice as long.
   */
  timeoutMs: number;
}

/**
 * Opens a connection for one operation and closes it. The client would reconnect by itself after a
 * disconnect, without TLS and without a bind, so a second connection is refused.
 */
export async function withConnection<T>(
  address: DirectoryAddress,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const sockets: Socket[] = [];
  const deadline = createDeadline(2 * address.timeoutMs);
  const client = createClient(address, sockets);
  const run = async (): Promise<T> => {
    if (address.startTls) await client.startTLS(tlsOptions(address));
    return work(client);
  };
  try {
    return await Promise.race([run(), deadline.expired]);
  } finally {
    await Promise.race([client.unbind(), deadline.expired]).catch(() => undefined);
    deadline.cancel();
    for (const socket of sockets) socket.destroy();
  }
}

function createClient(address: DirectoryAddress, sockets: Socket[]): Client {
  const { url, timeoutMs } = address;
  const once = <Arguments extends unknown[]>(open: (...args: Arguments) => Socket) => {
    let isOpened = false;
    return (...args: Arguments) => {
      if (isOpened) throw new Error('The directory closed the connection');
      isOpened = true;
      const socket = open(...args);
      sockets.push(socket);
      return socket;
    };
  };
  return new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    createConnection: once(connect) as typeof connect,
    createSecureConnection: once(connectTls) as typeof connectTls,
    // With these options the client uses TLS from the first byte, whatever the URL says.
    ...(isTlsUrl(url) ? { tlsOptions: tlsOptions(address) } : {}),
  });
}

/** Returns whether the URL uses TLS from the first byte. */
export const isTlsUrl = (url: string): boolean => url.toLowerCase().startsWith('ldaps:');

/** The certificate is always verified, against the host of the URL. */
function tlsOptions({ url, ca }: DirectoryAddress) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '') || 'localhost';
  return {
    host,
    rejectUnauthorized: true,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
  };
}

/** Covers the steps that the client's timeouts do not, such as the StartTLS handshake. */
function createDeadline(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The directory did not respond in time'));
    }, ms);
  });
  // The rejection may have no handler by then.
  expired.catch(() => undefined);
  return {
    expired,
    cancel: () => {
      clearTimeout(timer);
    },
  };
}
