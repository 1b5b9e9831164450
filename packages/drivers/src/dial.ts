import { Socket, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { Line } from './line.js';
import { protocolError } from './lost.js';

/** Where a socket goes. */
export interface Endpoint {
  host: string;
  port: number;
  tls: ConnectionOptions | null;
}

/** Replies before the session stands are small; who sends more is no database. */
const MAX_STARTUP_BYTES = 256 * 1024;
const READ_BYTES = 128 * 1024;

/**
 * A socket that dials with our options when it is told to connect, by us or by an engine's client. Without TLS it reads into one buffer
 * of its own: a new one for each read cost a tenth of the time of a large result in garbage collection.
 */
export function dialing(
  { host, port, tls }: Endpoint,
  gate: Gate,
  lookup?: LookupFunction,
): Socket {
  const callback = (count: number, buffer: Uint8Array): boolean => {
    gate.take(socket, Buffer.from(buffer.buffer, buffer.byteOffset, count));
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback };
  const options: TcpNetConnectOpts = tls ? { port } : { port, onread };
  const socket: Socket = new Socket(options);
  const dial = socket.connect.bind(socket);
  const connect = (): Socket =>
    dial({ host, port, noDelay: true, keepAlive: true, ...(lookup ? { lookup } : {}) });
  return Object.defineProperty(socket, 'connect', { value: connect });
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
      for (const parser of this.parsers) parser(chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
