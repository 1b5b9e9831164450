import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'ldapts';

/** Where the directory is, and how it is spoken to. */
export interface DirectoryAddress {
  /** `ldap://` or `ldaps://`. */
  url: string;
  /** TLS begins before anything else is said; only for `ldap://`. */
  startTls: boolean;
  /** Certificates (PEM) that sign the directory's; undefined: those that Node.js knows. */
  ca: string | undefined;
  /** Of connecting, and of each answer; the whole work may take twice as long. */
  timeoutMs: number;
}

/**
 * Opens a connection for one piece of work and closes it. It is never opened a second time: the client
 * would do so by itself when the other side hangs up, and then speak without TLS, or as nobody.
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
    // With these the client speaks TLS from the first byte on, whatever the URL says.
    ...(isTlsUrl(url) ? { tlsOptions: tlsOptions(address) } : {}),
  });
}

/** Whether TLS is spoken from the first byte on. */
export const isTlsUrl = (url: string): boolean => url.toLowerCase().startsWith('ldaps:');

/** The certificate is always checked, against the host of the URL. */
function tlsOptions({ url, ca }: DirectoryAddress) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '') || 'localhost';
  return {
    host,
    rejectUnauthorized: true,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
  };
}

/** For what no time-out of the client covers, such as the handshake of StartTLS. */
function createDeadline(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The directory did not answer in time'));
    }, ms);
  });
  // Nobody may be waiting by then.
  expired.catch(() => undefined);
  return {
    expired,
    cancel: () => {
      clearTimeout(timer);
    },
  };
}
