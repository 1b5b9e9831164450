import { createServer, type Socket } from 'node:net';
import { FakeMysqlClient } from './fake-mysql-client.js';
import type { FakeMysqlOptions } from './fake-mysql-options.js';
import { greetingOf, signIn } from './fake-mysql-sign-in.js';
import { Capability, error, ok, result, type OkContent } from './mysql-packets.js';

/** The initial handshake packet. */
export const greeting = greetingOf();

/** A request of a client. */
export interface FakeRequest {
  /** The command byte. */
  command: number;
  /** Text of a query or preparation. */
  sql: string;
  body: Buffer;
  threadId: number;
}

/** Answers a request, counted in its session from 0. */
export type Respond = (socket: Socket, request: number, about: FakeRequest) => void;

const Command = { quit: 1, useDatabase: 2, query: 3, ping: 14, prepare: 22, reset: 31 } as const;
/** Commands that the server does not answer: COM_STMT_CLOSE. */
const unanswered = new Set([25]);
const served = new Set([3, 22, 23]);

/** Value of the driver's expression that tells servers apart. */
const server = '0123456789abcdef';

const column = { type: 253, charset: 255 };

/** Answers the statements of a session's set-up; null for any other text. */
function setUpAnswer(
  sql: string,
  threadId: number,
  canTrack: boolean,
  { refusedSetting }: FakeMysqlOptions,
): Buffer | null {
  if (refusedSetting?.test(sql) === true)
    return error(1, 1193, 'HY000', `Unknown system variable in '${sql}'`);
  if (/^SET /.test(sql)) return ok(1, canTrack ? { variables: variablesSet(sql) } : {});
  if (!/^\s*select connection_id\(\), left\(sha2\(/.test(sql)) return null;
  const values = [String(threadId), server, '1700000000', ''];
  const asked = sql.includes('Uptime') ? values.length : 2;
  return result(
    values.slice(0, asked).map((_, index) => ({ name: `c${String(index)}`, ...column })),
    [values.slice(0, asked)],
  );
}

/** Returns the tracked variables of a SET. */
function variablesSet(sql: string): NonNullable<OkContent['variables']> {
  const [, names] = /\bNAMES (\w+)/i.exec(sql) ?? [];
  const [, zone] = /\btime_zone = '([^']*)'/i.exec(sql) ?? [];
  const [, mode] = /\bsql_mode = '([^']*)'/i.exec(sql) ?? [];
  return {
    ...(names === undefined
      ? {}
      : Object.fromEntries(
          ['client', 'connection', 'results'].map((part) => [`character_set_${part}`, names]),
        )),
    ...(zone === undefined ? {} : { time_zone: zone }),
    ...(mode === undefined ? {} : { sql_mode: mode }),
  };
}

/** Returns the session that a KILL names, or its error. The condition of the driver's KILL must name this server. */
function killed(sql: string): { what: string; threadId: number } | null {
  const [, what = '', number, asked, conditional] =
    /^KILL (QUERY|CONNECTION)? ?(?:(\d+)|IF\(left\(sha2\(.+\), 16\) = '(\w+)', (\d+), 0\))$/i.exec(
      sql,
    ) ?? [];
  if (number !== undefined) return { what, threadId: Number(number) };
  if (conditional === undefined) return null;
  return { what, threadId: asked === server ? Number(conditional) : 0 };
}

/** Returns the text of a query without the query attributes that the client may send before it. */
function textOf(body: Buffer, capabilities: number): string {
  const hasAttributes =
    body[0] === Command.query && (capabilities & Capability.queryAttributes) !== 0;
  if (!hasAttributes) return body.toString('utf8', 1);
  if (body[1] !== 0 || body[2] !== 1) throw new Error('The fake reads no query attributes');
  return body.toString('utf8', 3);
}

/**
 * Starts a server that speaks MySQL 8's protocol strictly: sign-in, session set-up and KILL are served, `respond` answers
 * every other query, preparation and execution. A protocol violation of a client ends the connection and is reported by
 * `close`. Sessions that are idle for `idleMs` are closed.
 */
export async function fakeMysql(
  respond: Respond,
  idleMs: () => number = () => 0,
  options: FakeMysqlOptions = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const sessions = new Map<number, FakeMysqlClient>();
  const violations: unknown[] = [];
  let lastThreadId = 4710;

  const serve = async (client: FakeMysqlClient, threadId: number): Promise<void> => {
    const signedIn = await signIn(client, options, threadId);
    if (signedIn === null) return;
    const { capabilities } = signedIn;
    const canTrack = (capabilities & Capability.sessionTrack) !== 0;
    let request = 0;
    for (let next = await client.next(); next !== null; next = await client.next()) {
      const { number, body } = next;
      const command = body.readUInt8(0);
      if (number !== 0) throw new Error('A command must start with packet 0');
      if (command === Command.quit) client.stream.end();
      if (command === Command.quit || unanswered.has(command)) continue;
      const isSimple =
        command === Command.ping || command === Command.reset || command === Command.useDatabase;
      if (!isSimple && !served.has(command)) throw new Error(`Unknown command ${String(command)}`);
      const sql =
        command === Command.query || command === Command.prepare ? textOf(body, capabilities) : '';
      const answer = isSimple
        ? ok(1)
        : command === Command.query
          ? (setUpAnswer(sql, threadId, canTrack, options) ?? kill(sql))
          : null;
      if (answer !== null) {
        options.onServed?.(sql);
        client.stream.write(answer);
        continue;
      }
      if (request === 0) client.stream.setTimeout(idleMs(), () => client.stream.destroy());
      respond(client.stream, request++, { command, sql, body, threadId });
    }
  };

  /** Interrupts the statement of a session, or ends the session. */
  const kill = (sql: string): Buffer | null => {
    const asked = killed(sql);
    if (asked === null) return null;
    const target = sessions.get(asked.threadId);
    if (target === undefined)
      return error(1, 1094, 'HY000', `Unknown thread id: ${String(asked.threadId)}`);
    if (asked.what.toUpperCase() === 'QUERY')
      target.stream.write(error(1, 1317, '70100', 'Query execution was interrupted'));
    else target.stream.destroy();
    return ok(1);
  };

  const listener = createServer({ noDelay: true }, (socket) => {
    const threadId = ++lastThreadId;
    const client = new FakeMysqlClient(socket);
    sessions.set(threadId, client);
    socket.on('close', () => sessions.delete(threadId));
    serve(client, threadId).catch((violation: unknown) => {
      violations.push(violation);
      client.stream.destroy();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve, reject) => {
        for (const { stream } of sessions.values()) stream.destroy();
        listener.close(() => {
          if (violations.length > 0) reject(new AggregateError(violations, String(violations[0])));
          else resolve();
        });
      }),
  };
}
