import { protocolError } from '@sluice/driver-kit/errors';

/** First bytes of the server's packets. */
export const Reply = { ok: 0x00, localFile: 0xfb, end: 0xfe, error: 0xff } as const;

/** Status flags of a response. */
export const Status = {
  inTransaction: 0x0001,
  moreResults: 0x0008,
  noBackslashEscapes: 0x0200,
  stateChanged: 0x4000,
} as const;

/** A packet of the maximum size continues in the next packet. */
export const WHOLE_PACKET = 0xffffff;

const MORE_THAN_A_NUMBER = 0xfb;

const Command = {
  quit: 0x01,
  useDatabase: 0x02,
  query: 0x03,
  prepare: 0x16,
  execute: 0x17,
  closeStatement: 0x19,
  reset: 0x1f,
} as const;

/** Returns a command packet; each command restarts the sequence numbers. */
function command(code: number, content: string | Buffer = ''): Buffer {
  const body = Buffer.concat([Buffer.of(code), Buffer.from(content)]);
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
export const prepare = (sql: string): Buffer => command(Command.prepare, sql);
export const execute = (body: Buffer): Buffer => command(Command.execute, body);
/** The server sends no response. */
export const closeStatement = (id: number): Buffer =>
  command(Command.closeStatement, Buffer.from(Uint32Array.of(id).buffer));
export const resetSession = command(Command.reset);
export const quit = command(Command.quit);

/** Reads a packet's body sequentially. Every read is bounds-checked. @throws DriverError beyond the end */
export class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
    private readonly end: number,
  ) {}

  get left(): number {
    return this.end - this.at;
  }

  /** Reads a little-endian integer of `bytes` bytes. */
  int(bytes: 1 | 2 | 3 | 4): number {
    return this.bytes.readUIntLE(this.skip(bytes), bytes);
  }

  /** Reads a length-encoded integer; rounded beyond 2^53. */
  count(): number {
    const first = this.int(1);
    if (first < MORE_THAN_A_NUMBER) return first;
    if (first === 0xfc) return this.int(2);
    if (first === 0xfd) return this.int(3);
    if (first === 0xfe) return Number(this.bytes.readBigUInt64LE(this.skip(8)));
    throw protocolError('invalid length');
  }

  /** Reads a length-encoded string. */
  text(): string {
    const length = this.count();
    const from = this.skip(length);
    return this.bytes.toString('utf8', from, from + length);
  }

  /** Reads a length-encoded string; null for NULL. */
  value(): string | null {
    if (this.bytes[this.at] !== MORE_THAN_A_NUMBER) return this.text();
    this.skip(1);
    return null;
  }

  /** Returns a reader of a part that has its length in front. */
  part(): Reader {
    const length = this.count();
    const from = this.skip(length);
    return new Reader(this.bytes, from, from + length);
  }

  /** Reads the rest of the packet. */
  rest(): string {
    return this.bytes.toString('utf8', this.skip(this.left), this.end);
  }

  /** Skips `count` bytes and returns where they begin. */
  skip(count: number): number {
    const from = this.at;
    if (count > this.left) throw protocolError('truncated packet');
    this.at += count;
    return from;
  }
}

/** Content of the packet that ends a statement or one of its results. */
export interface Ok {
  affectedRows: number;
  status: number;
  warnings: number;
  /** System variables that changed, by name. */
  variables: [name: string, value: string][];
}

/** Parses an OK packet. */
export function readOk(reader: Reader): Ok {
  reader.skip(1);
  const affectedRows = reader.count();
  reader.count();
  const status = reader.int(2);
  const warnings = reader.int(2);
  const hasChanges = (status & Status.stateChanged) !== 0;
  return { affectedRows, status, warnings, variables: hasChanges ? readChanges(reader) : [] };
}

/** Type of a change of the session's state that names system variables. */
const SYSTEM_VARIABLES = 0;

function readChanges(reader: Reader): Ok['variables'] {
  // A message for people.
  reader.skip(reader.count());
  const changes = reader.part();
  const variables: Ok['variables'] = [];
  while (changes.left > 0) {
    const type = changes.int(1);
    const content = changes.part();
    while (type === SYSTEM_VARIABLES && content.left > 0)
      variables.push([content.text(), content.value() ?? '']);
  }
  return variables;
}

/** Parses an EOF packet. */
export function readEnd(reader: Reader): Pick<Ok, 'status' | 'warnings'> {
  reader.skip(1);
  const warnings = reader.int(2);
  return { warnings, status: reader.int(2) };
}

/** Longer packets with the same first byte are rows with a huge first value. */
export const isEnd = (first: number | undefined, bytes: number): boolean =>
  first === Reply.end && bytes < 9;
