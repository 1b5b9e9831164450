import { Socket, type SocketConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { connectAborted } from './connect-error.js';
import type { SessionOptions, Targets } from '../contract/driver.js';
import type { SessionSocket } from './session-socket.js';
import { protocolError } from '../errors.js';
import { connectThroughProxy, type Proxy } from './proxy.js';
import { socketPath } from './socket-path.js';
import { anyTarget, sameServer, connectOptionsFor } from './targets.js';
import { unlessAborted } from './unless-aborted.js';

/** Address and transport of a server. */
export interface Endpoint {
  host: string;
  port: number;
  /** File name of a Unix socket; `host` is then its directory. */
  socketName?: string | undefined;
  tls: ConnectionOptions | null;
  proxy: Proxy | null;
  /** The requested database; set only by the PostgreSQL driver. */
  postgresDatabase?: string | undefined;
}

/** A connected socket, and targets that lead other sockets to the same server. */
export interface Dialed {
  socket: Socket;
  targets: Targets;
}

/** Options of connecting, in addition to the endpoint. */
export type DialOptions = Pick<SessionOptions, 'signal' | 'targets' | 'machine'>;

/** Maximum bytes a server may send before the session is established. Real servers send much less. */
const MAX_STARTUP_BYTES = 256 * 1024;
/**
 * Receives the reads of all plain sockets. Each read is copied before the next one, of any socket. A buffer for each
 * socket made 500 sessions 60 MiB that V8 counted as memory to collect.
 */
const readBuffer = Buffer.allocUnsafeSlow(128 * 1024);

/** Opens a socket to the server for a short exchange, such as a cancel request. @throws the network error */
export const dialSocket = async (endpoint: Endpoint, options: DialOptions): Promise<Socket> =>
  (await connectSocket(new Socket(), endpoint, options)).socket;

/**
 * Opens a socket to the server for the SDK's client, which may still call `connect` on it. Without TLS and
 * proxy, all reads share one buffer: a new buffer for each read cost 10 % of the time of a large result in garbage
 * collection.
 */
export async function dialForClient(
  flow: StartupReader,
  endpoint: Endpoint,
  options: DialOptions,
): Promise<Dialed> {
  const callback = (count: number, buffer: Uint8Array): boolean => {
    flow.read(socket, Buffer.from(buffer.buffer, buffer.byteOffset, count));
    return true;
  };
  const onread = { buffer: readBuffer, callback };
  const isPlain = endpoint.tls === null && endpoint.proxy === null;
  const socket: Socket = new Socket(isPlain ? { onread } : {});
  const dialed = await connectSocket(socket, endpoint, options);
  const connect = (): Socket => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  Object.defineProperty(socket, 'connect', { value: connect });
  return dialed;
}

async function connectSocket(
  socket: Socket,
  endpoint: Endpoint,
  options: DialOptions,
): Promise<Dialed> {
  const { proxy, port } = endpoint;
  // Targets are checked before anything is dialled, including the proxy.
  const { target, destination } = await rejectOnAbort(options.signal, () =>
    resolveEndpoint(endpoint, options),
  );
  const giveUp = (): void => {
    socket.destroy(new Error('Connect was cancelled'));
  };
  await unlessAborted(options.signal, giveUp, async () => {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve();
      });
      socket.setNoDelay().setKeepAlive(true).connect(target);
    });
    if (proxy) await connectThroughProxy(socket, proxy, { host: destination, port });
  });
  return { socket, targets: sameServer(socket, destination) };
}

/** Returns what the socket connects to, and the destination to request from a proxy. @throws DriverError */
async function resolveEndpoint(
  { host, port, socketName, proxy, postgresDatabase }: Endpoint,
  { targets = anyTarget, machine }: DialOptions,
): Promise<{ target: SocketConnectOpts; destination: string }> {
  if (socketName !== undefined) {
    const path = await socketPath(host, socketName, machine);
    await targets.checkSocket(port, postgresDatabase ?? '');
    return { target: { path }, destination: host };
  }
  if (proxy === null) {
    const address = await connectOptionsFor(host, port, targets, postgresDatabase);
    return { target: { ...address, port }, destination: host };
  }
  const destination = await targets.behindProxy(host, port, postgresDatabase);
  const address = await connectOptionsFor(proxy.host, proxy.port, targets);
  return { target: { ...address, port: proxy.port }, destination };
}

/** A name lookup cannot be cancelled, so its result is ignored after an abort. */
function rejectOnAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(connectAborted());
    };
    unlessAborted(signal, giveUp, work).then(resolve, reject);
  });
}

type Parser = (chunk: Buffer) => void;

/**
 * Feeds the parser of the SDK's client until the driver's own session takes the socket over. Catches parser
 * errors: an invalid server must not throw into the event loop.
 */
export class StartupReader {
  private parsers: Parser[] = [];
  private session: SessionSocket | null = null;
  private bytes = 0;

  /** @param check gets each read before the parser; throws for what the parser must not read */
  constructor(private readonly check?: Parser) {}

  /** Replaces the client's `data` listeners. */
  intercept(stream: Duplex): void {
    this.parsers = stream.listeners('data') as Parser[];
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      this.read(stream, chunk);
    });
  }

  /** Routes all further reads to `session`. */
  handOver<L extends SessionSocket>(session: L): L {
    this.session = session;
    return session;
  }

  /** Handles one read. */
  read(stream: Duplex, chunk: Buffer): void {
    if (this.session) this.session.feed(chunk);
    else this.parse(stream, chunk);
  }

  private parse(stream: Duplex, chunk: Buffer): void {
    this.bytes += chunk.length;
    try {
      if (this.bytes > MAX_STARTUP_BYTES) throw protocolError('startup response too long');
      this.check?.(chunk);
      // A parser keeps a reference to a read that ends in the middle of a message, and the next read reuses the
      // buffer.
      const owned = Buffer.from(chunk);
      for (const parser of this.parsers) parser(owned);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
