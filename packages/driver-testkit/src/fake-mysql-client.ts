import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FakeTls } from './fake-mysql-options.js';
import { packet } from './mysql-packets.js';

/** A packet of a client. */
export interface ClientPacket {
  number: number;
  body: Buffer;
}

const HEADER_BYTES = 4;

/** The client of a fake server: reads its packets one by one. */
export class FakeMysqlClient {
  /** The stream that answers are written to: the socket, or the TLS connection over it. */
  stream: Socket;
  private buffered = Buffer.alloc(0);
  private waiting: ((found: ClientPacket | null) => void) | null = null;
  private ended = false;
  private readonly onData = (chunk: Buffer): void => {
    this.buffered = Buffer.concat([this.buffered, chunk]);
    this.pass();
  };

  constructor(private readonly socket: Socket) {
    this.stream = socket;
    this.listen(socket);
  }

  get isSecure(): boolean {
    return this.stream !== this.socket;
  }

  /** Returns the next packet; null once the client has gone. */
  next(): Promise<ClientPacket | null> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.pass();
    });
  }

  send(number: number, ...parts: (string | Buffer)[]): void {
    this.stream.write(packet(number, ...parts));
  }

  /** Continues over TLS. The client may have sent its first message with its request for TLS. */
  secure({ cert, key }: FakeTls): void {
    const { socket } = this;
    socket.off('data', this.onData);
    const below = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => socket.write(chunk, () => done()),
      final: (done) => socket.end(() => done()),
    });
    below.push(this.buffered);
    this.buffered = Buffer.alloc(0);
    socket.on('data', (chunk) => below.push(chunk));
    socket.on('close', () => below.destroy());
    this.stream = new TLSSocket(below, { isServer: true, cert, key });
    this.stream.on('close', () => socket.destroy());
    this.listen(this.stream);
  }

  private listen(stream: Socket): void {
    stream.on('error', () => undefined);
    stream.on('data', this.onData);
    stream.on('close', () => {
      this.ended = true;
      this.pass();
    });
  }

  private pass(): void {
    const { waiting } = this;
    if (waiting === null) return;
    const found = this.take();
    if (found === null && !this.ended) return;
    this.waiting = null;
    waiting(found);
  }

  private take(): ClientPacket | null {
    const { buffered } = this;
    if (buffered.length < HEADER_BYTES) return null;
    const end = HEADER_BYTES + buffered.readUIntLE(0, 3);
    if (buffered.length < end) return null;
    this.buffered = buffered.subarray(end);
    return {
      number: buffered.readUInt8(3),
      body: Buffer.from(buffered.subarray(HEADER_BYTES, end)),
    };
  }
}
