/** Type bytes of the server's messages. */
export const Reply = {
  parseComplete: 0x31,
  bindComplete: 0x32,
  closeComplete: 0x33,
  notification: 0x41,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  copyIn: 0x47,
  copyOut: 0x48,
  emptyQuery: 0x49,
  notice: 0x4e,
  parameterStatus: 0x53,
  rowDescription: 0x54,
  copyBoth: 0x57,
  ready: 0x5a,
  copyDone: 0x63,
  copyData: 0x64,
  noData: 0x6e,
  suspended: 0x73,
  parameterDescription: 0x74,
} as const;

/** Messages that need no handling while a statement runs. */
export const ignoredReplies: ReadonlySet<number> = new Set([
  Reply.parseComplete,
  Reply.bindComplete,
  Reply.closeComplete,
  Reply.notification,
  Reply.copyDone,
  Reply.copyData,
]);

/** Returns a message: type, length, body. */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  );
  const head = Buffer.allocUnsafe(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int16 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const NONE = Buffer.alloc(2);
const NULL = int32(-1);

/** Names must not contain NUL; the driver uses constants only. `oids`: types of the parameters. */
export const parse = (statement: string, sql: string, oids: readonly number[] = []): Buffer =>
  message('P', `${statement}\0`, `${sql}\0`, int16(oids.length), ...oids.map(int32));
/** Binds the parameters' texts and requests all results as text. */
export const bind = (
  portal: string,
  statement: string,
  texts: readonly (string | null)[] = [],
): Buffer =>
  message(
    'B',
    `${portal}\0${statement}\0`,
    NONE,
    int16(texts.length),
    ...texts.flatMap(sized),
    NONE,
  );
const sized = (text: string | null): Buffer[] => {
  if (text === null) return [NULL];
  const bytes = Buffer.from(text);
  return [int32(bytes.length), bytes];
};
export const describeStatement = (statement: string): Buffer => message('D', `S${statement}\0`);
export const describePortal = (portal: string): Buffer => message('D', `P${portal}\0`);
/** Requests up to `rows` rows; 0 = all. */
export const execute = (portal: string, rows: number): Buffer =>
  message('E', `${portal}\0`, int32(rows));
export const closePortal = (portal: string): Buffer => message('C', `P${portal}\0`);
export const closeStatement = (statement: string): Buffer => message('C', `S${statement}\0`);
export const query = (sql: string): Buffer => message('Q', `${sql}\0`);
export const copyFail = message('f', 'COPY FROM STDIN has no rows\0');
/** Sends all rows of a COPY, or makes it fail without any. */
export const copyAnswer = (rows: string | undefined): readonly Buffer[] =>
  rows === undefined ? [copyFail] : [message('d', rows), message('c')];
/** Opens the unnamed portal of a statement without parameters. */
export const openPortal = (sql: string): readonly Buffer[] => [parse('', sql), bind('', '')];
/** Runs a command without a result set. */
export const run = (sql: string): readonly Buffer[] => [...openPortal(sql), execute('', 0)];
export const flush = message('H');
export const sync = message('S');
export const terminate = message('X');

/** Transaction status of ReadyForQuery. */
export const TransactionStatus = { idle: 0x49, open: 0x54, failed: 0x45 } as const;

/** Cancels the session's statement; sent on a new connection. */
export function cancelRequest(processId: number, secretKey: number): Buffer {
  return Buffer.concat([int32(16), int32(80877102), int32(processId), int32(secretKey)]);
}
/** Requests TLS; the server responds with one byte, `S` or `N`. */
export const sslRequest = Buffer.concat([int32(8), int32(80877103)]);

/** Reads the NUL-terminated string at `at`; without a NUL it ends with the message. */
export function cString(bytes: Buffer, at: number, end: number): { text: string; next: number } {
  const nul = bytes.indexOf(0, at);
  const stop = nul < 0 || nul >= end ? end : nul;
  return { text: bytes.toString('utf8', at, stop), next: stop + 1 };
}
