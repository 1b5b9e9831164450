import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FakeTls } from './fake-mysql.js';
import { packet } from './mysql-packets.js';

/** A packet of a client. */
export interface ClientPacket {
  number: number;
  body: Buffer;
}

/** The client of a fake server: reads its packets one by one. */
export class FakeMysqlClient {
  private buffered = Buffer.alloc(0);
  private packets: ClientPacket[] = [];
  private waiting: ((found: ClientPacket | null) => void) | null = null;
  private ended = false;
  private readonly onData = (chunk: Buffer): void => {
    this.buffered = Buffer.concat([this.buffered, chunk]);
    while (this.buffered.length >= 4) {
      const size = 4 + this.buffered.readUIntLE(0, 3);
      if (this.buffered.length < size) break;
      this.packets.push({
        number: this.buffered.readUInt8(3),
        body: Buffer.from(this.buffered.subarray(4, size)),
      });
      this.buffered = this.buffered.subarray(size);
    }
    this.pass();
  };

  constructor(public socket: Socket) {
    this.listen();
  }

  get isSecure(): boolean {
    return this.socket instanceof TLSSocket;
  }

  /** Returns the next packet; null once the client has gone. */
  next(): Promise<ClientPacket | null> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.pass();
    });
  }

  send(number: number, ...parts: (string | Buffer)[]): void {
    this.socket.write(packet(number, ...parts));
  }

  /** Continues over TLS. */
  secure({ cert, key }: FakeTls): void {
    const { socket } = this;
    socket.off('data', this.onData);
    this.socket = new TLSSocket(socket, { isServer: true, cert, key });
    this.listen();
  }

  private listen(): void {
    this.socket.on('error', () => undefined);
    this.socket.on('data', this.onData);
    this.socket.on('close', () => {
      this.ended = true;
      this.pass();
    });
  }

  private pass(): void {
    const { waiting } = this;
    const found = this.packets[0] ?? null;
    if (waiting === null || (found === null && !this.ended)) return;
    this.waiting = null;
    this.packets.shift();
    waiting(found);
  }
}
