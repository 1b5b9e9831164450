import { Socket, type SocketConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { givenUp } from './connect-error.js';
import type { SessionOptions, Targets } from '../contract/driver.js';
import type { Line } from './session-socket.js';
import { protocolError } from '../errors.js';
import { passOn, type Proxy } from './proxy.js';
import { socketPath } from './socket-path.js';
import { anywhere, sameWay, wayTo } from './targets.js';
import { unlessAborted } from './unless-aborted.js';

/** Where a socket goes. */
export interface Endpoint {
  host: string;
  port: number;
  /** Name of a Unix socket; `host` is its directory then. */
  socketName?: string | undefined;
  tls: ConnectionOptions | null;
  proxy: Proxy | null;
  /** The database that is asked for there, by the engine of PostgreSQL only. */
  postgresDatabase?: string | undefined;
}

/** A socket that is connected, and the way it went, for others that have to reach the same server. */
export interface Dialed {
  socket: Socket;
  way: Targets;
}

/** What dialling may depend on beside the endpoint. */
export type DialOptions = Pick<SessionOptions, 'signal' | 'targets' | 'machine'>;

/** Replies before the session stands are small; who sends more is no database. */
const MAX_STARTUP_BYTES = 256 * 1024;
const READ_BYTES = 128 * 1024;

/** A socket to the server, for a few bytes of our own. @throws what the network says */
export const dialed = async (endpoint: Endpoint, options: DialOptions): Promise<Socket> =>
  (await connected(new Socket(), endpoint, options)).socket;

/**
 * A socket to the server for an engine's client, which may still tell it to connect. On its plain way it
 * reads into one buffer of its own: a new one for each read cost a tenth of the time of a large result in
 * garbage collection.
 */
export async function dialedFor(
  gate: Gate,
  endpoint: Endpoint,
  options: DialOptions,
): Promise<Dialed> {
  const callback = (count: number, buffer: Uint8Array): boolean => {
    gate.take(socket, Buffer.from(buffer.buffer, buffer.byteOffset, count));
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback };
  const isPlain = endpoint.tls === null && endpoint.proxy === null;
  const socket: Socket = new Socket(isPlain ? { onread } : {});
  const dialed = await connected(socket, endpoint, options);
  const connect = (): Socket => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  Object.defineProperty(socket, 'connect', { value: connect });
  return dialed;
}

async function connected(
  socket: Socket,
  endpoint: Endpoint,
  options: DialOptions,
): Promise<Dialed> {
  const { proxy, port } = endpoint;
  // Whatever may not be reached is refused before anything is dialled, the proxy included.
  const { target, destination } = await unlessGivenUp(options.signal, () =>
    whereTo(endpoint, options),
  );
  const giveUp = (): void => {
    socket.destroy(new Error('The connection was given up'));
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
    if (proxy) await passOn(socket, proxy, { host: destination, port });
  });
  return { socket, way: sameWay(socket, destination) };
}

/** What the socket connects to, and what a proxy there is told to. @throws DriverError */
async function whereTo(
  { host, port, socketName, proxy, postgresDatabase }: Endpoint,
  { targets = anywhere, machine }: DialOptions,
): Promise<{ target: SocketConnectOpts; destination: string }> {
  if (socketName !== undefined) {
    const path = await socketPath(host, socketName, machine);
    await targets.checkSocket(port, postgresDatabase ?? '');
    return { target: { path }, destination: host };
  }
  if (proxy === null) {
    const way = await wayTo(host, port, targets, postgresDatabase);
    return { target: { ...way, port }, destination: host };
  }
  const destination = await targets.behindProxy(host, port, postgresDatabase);
  const way = await wayTo(proxy.host, proxy.port, targets);
  return { target: { ...way, port: proxy.port }, destination };
}

/** Looking a name up cannot be ended, but nobody has to wait for it. */
function unlessGivenUp<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(givenUp());
    };
    unlessAborted(signal, giveUp, work).then(resolve, reject);
  });
}

type Parser = (chunk: Buffer) => void;

/**
 * Stands between the socket and the parser of the engine's client, until a session of ours takes over:
 * an odd server must not throw through the event loop.
 */
export class Gate {
  private parsers: Parser[] = [];
  private session: Line | null = null;
  private bytes = 0;

  /** Takes the place of the client's listeners. */
  guard(stream: Duplex): void {
    this.parsers = stream.listeners('data') as Parser[];
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      this.take(stream, chunk);
    });
  }

  /** From here on the session takes what is read. */
  open<L extends Line>(session: L): L {
    this.session = session;
    return session;
  }

  /** One read. */
  take(stream: Duplex, chunk: Buffer): void {
    if (this.session) this.session.feed(chunk);
    else this.parse(stream, chunk);
  }

  private parse(stream: Duplex, chunk: Buffer): void {
    this.bytes += chunk.length;
    try {
      if (this.bytes > MAX_STARTUP_BYTES) throw protocolError('a start-up that does not end');
      // A parser keeps the read that a message began in until its end is here, while the socket writes its
      // next read over it.
      const owned = Buffer.from(chunk);
      for (const parser of this.parsers) parser(owned);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
