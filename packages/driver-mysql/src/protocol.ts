import { protocolError } from '@sluice/driver-kit/errors';

/** First bytes of the server's packets. */
export const Reply = { ok: 0x00, localFile: 0xfb, end: 0xfe, error: 0xff } as const;

/** Bits of the status that the server sends with every answer. */
export const Status = {
  inTransaction: 0x0001,
  moreResults: 0x0008,
  noBackslashEscapes: 0x0200,
} as const;

/** A packet that is as long as a packet can be goes on in the next one. */
export const WHOLE_PACKET = 0xffffff;

const MORE_THAN_A_NUMBER = 0xfb;

const Command = { quit: 0x01, useDatabase: 0x02, query: 0x03, reset: 0x1f } as const;

/** A command; each begins a new count of packets. */
function command(code: number, text = ''): Buffer {
  const body = Buffer.concat([Buffer.of(code), Buffer.from(text)]);
  const packets: Buffer[] = [];
  for (let from = 0; from <= body.length; from += WHOLE_PACKET) {
    const part = body.subarray(from, from + WHOLE_PACKET);
    const head = Buffer.alloc(4);
    head.writeUIntLE(part.length, 0, 3);
    head[3] = packets.length;
    packets.push(head, part);
  }
  return Buffer.concat(packets);
}

export const query = (sql: string): Buffer => command(Command.query, sql);
export const useDatabase = (name: string): Buffer => command(Command.useDatabase, name);
export const resetSession = command(Command.reset);
export const quit = command(Command.quit);

/** Reads a packet's body from its begin to its end. Every read is checked against the end. */
export class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
    private readonly end: number,
  ) {}

  get left(): number {
    return this.end - this.at;
  }

  /** A number of `bytes` bytes, the lowest first. */
  int(bytes: 1 | 2 | 3 | 4): number {
    return this.bytes.readUIntLE(this.skip(bytes), bytes);
  }

  /** A number that says its own length; beyond 2^53 it is rounded. */
  count(): number {
    const first = this.int(1);
    if (first < MORE_THAN_A_NUMBER) return first;
    if (first === 0xfc) return this.int(2);
    if (first === 0xfd) return this.int(3);
    if (first === 0xfe) return Number(this.bytes.readBigUInt64LE(this.skip(8)));
    throw protocolError('a length that is none');
  }

  /** A text with its length before it. */
  text(): string {
    const length = this.count();
    const from = this.skip(length);
    return this.bytes.toString('utf8', from, from + length);
  }

  /** A text with its length before it; null for NULL. */
  value(): string | null {
    if (this.bytes[this.at] !== MORE_THAN_A_NUMBER) return this.text();
    this.skip(1);
    return null;
  }

  /** All that is left. */
  rest(): string {
    return this.bytes.toString('utf8', this.skip(this.left), this.end);
  }

  /** Passes over `count` bytes; gives where they begin. */
  skip(count: number): number {
    const from = this.at;
    if (count > this.left) throw protocolError('a packet that ends too early');
    this.at += count;
    return from;
  }
}

/** What ends a statement, or one of its results. */
export interface Ok {
  affectedRows: number;
  status: number;
  warnings: number;
}

/** Reads an OK packet. */
export function readOk(reader: Reader): Ok {
  reader.skip(1);
  const affectedRows = reader.count();
  reader.count();
  return { affectedRows, status: reader.int(2), warnings: reader.int(2) };
}

/** Reads an EOF packet. */
export function readEnd(reader: Reader): Omit<Ok, 'affectedRows'> {
  reader.skip(1);
  const warnings = reader.int(2);
  return { warnings, status: reader.int(2) };
}

/** Longer packets that begin like it are rows whose first value is huge. */
export const isEnd = (first: number | undefined, bytes: number): boolean =>
  first === Reply.end && bytes < 9;
