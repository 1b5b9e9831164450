/** Capabilities of the protocol, by their names in MySQL's documentation. */
export const Capability = {
  longPassword: 0x0000_0001,
  longFlag: 0x0000_0004,
  connectWithDb: 0x0000_0008,
  protocol41: 0x0000_0200,
  ssl: 0x0000_0800,
  transactions: 0x0000_2000,
  secureConnection: 0x0000_8000,
  multiStatements: 0x0001_0000,
  multiResults: 0x0002_0000,
  psMultiResults: 0x0004_0000,
  pluginAuth: 0x0008_0000,
  connectAttributes: 0x0010_0000,
  lengthEncodedAuth: 0x0020_0000,
  expiredPasswords: 0x0040_0000,
  sessionTrack: 0x0080_0000,
  deprecateEof: 0x0100_0000,
  queryAttributes: 0x0800_0000,
} as const;

/** Status flags of a response. */
export const autocommit = 0x0002;
const sessionStateChanged = 0x4000;

/** Returns a packet with its sequence number. */
export function packet(number: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = number & 0xff;
  return Buffer.concat([head, body]);
}

/** Returns a little-endian integer. */
export const int = (value: number, bytes: number): Buffer => {
  const made = Buffer.alloc(bytes);
  made.writeUIntLE(value, 0, bytes);
  return made;
};

/** Returns a string of up to 16 MB with its length. */
export function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const { length } = bytes;
  const head =
    length < 0xfb
      ? Buffer.of(length)
      : length < 0x10000
        ? Buffer.concat([Buffer.of(0xfc), int(length, 2)])
        : Buffer.concat([Buffer.of(0xfd), int(length, 3)]);
  return Buffer.concat([head, bytes]);
}

/** Content of an OK packet that is not zero. */
export interface OkContent {
  affectedRows?: number;
  warnings?: number;
  status?: number;
  /** System variables that the statement has set, for clients that track them. */
  variables?: Readonly<Record<string, string>>;
}

/** Returns an OK packet. */
export function ok(
  number: number,
  { affectedRows = 0, warnings = 0, status = autocommit, variables = {} }: OkContent = {},
): Buffer {
  const tracked = Object.entries(variables).map(([name, value]) =>
    Buffer.concat([Buffer.of(0), text(Buffer.concat([text(name), text(value)]))]),
  );
  const flags = tracked.length === 0 ? status : status | sessionStateChanged;
  return packet(
    number,
    Buffer.of(0, affectedRows, 0),
    int(flags, 2),
    int(warnings, 2),
    ...(tracked.length === 0 ? [] : [text(''), text(Buffer.concat(tracked))]),
  );
}

/** Returns an EOF packet. */
export const end = (number: number, warnings = 0, status = autocommit): Buffer =>
  packet(number, Buffer.of(0xfe), int(warnings, 2), int(status, 2));

/** Returns an error packet. */
export const error = (number: number, code: number, sqlState: string, message: string): Buffer =>
  packet(number, Buffer.of(0xff), int(code, 2), `#${sqlState}`, message);

/** A column of a result: name, type and character set by their numbers, and what else is not the default. */
export interface FakeColumn {
  name: string | Buffer;
  type: number;
  charset: number;
  length?: number;
  flags?: number;
  decimals?: number;
}

/** Returns a column definition. */
export const column = (
  number: number,
  { name, type, charset, length = 80, flags = 0, decimals = 0 }: FakeColumn,
): Buffer =>
  packet(
    number,
    ...['def', '', '', ''].map(text),
    text(name),
    text(''),
    Buffer.of(12),
    int(charset, 2),
    int(length, 4),
    Buffer.of(type),
    int(flags, 2),
    Buffer.of(decimals),
    int(0, 2),
  );

/** Returns a result of the text protocol; null is NULL. */
export function result(
  columns: readonly FakeColumn[],
  rows: readonly (readonly (string | Buffer | null)[])[],
  { warnings = 0, status = autocommit }: OkContent = {},
): Buffer {
  let number = 1;
  return Buffer.concat([
    packet(number++, Buffer.of(columns.length)),
    ...columns.map((each) => column(number++, each)),
    end(number++, warnings, status),
    ...rows.map((row) =>
      packet(number++, ...row.map((value) => (value === null ? Buffer.of(0xfb) : text(value)))),
    ),
    end(number, warnings, status),
  ]);
}
