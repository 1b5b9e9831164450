import type { Socket } from 'node:net';
import {
  backend,
  fakePostgres,
  int16,
  int32,
  messagesOf,
  ready,
  reply,
  startupOf,
} from './fake-postgres.js';

/**
 * How a server answers an Execute with a row count. `suspends`: as PostgreSQL. `cuts`: it completes the statement
 * after that many rows. `ignores`: it sends all rows.
 */
export type Portals = 'suspends' | 'cuts' | 'ignores';

/** A server with one column `n` of the type `oid`, whose statements return the numbers from 1 to `rows`. */
export interface PortalServer {
  portals: Portals;
  /** The answer to the driver's question at the start of a session; null = none follows. Default: as `portals`. */
  atStart?: Portals | null;
  rows: number;
  /** It reports to be CockroachDB, and its pages take longer than the driver waits: 300 ms. */
  isSlowCockroach?: boolean;
  /** Default: integer. */
  oid?: number;
}

const SLOW_MS = 300;

const numberRow = (n: number): Buffer => {
  const text = String(n);
  return reply('D', int16(1), int32(text.length), text);
};
const errorReply = (sqlState: string, message: string): Buffer =>
  reply('E', 'S', 'ERROR\0', 'V', 'ERROR\0', 'C', `${sqlState}\0`, 'M', `${message}\0\0`);
const column = (oid: number): Buffer =>
  reply('T', int16(1), 'n\0', int32(0), int16(0), int32(oid), int16(4), int32(-1), int16(0));

/**
 * Starts the server. Like CockroachDB it allows one portal at a time: another one while the statement's is open ends
 * the statement with an error.
 */
export function fakePortals({
  portals,
  atStart = portals,
  rows,
  oid = 23,
  isSlowCockroach = false,
}: PortalServer): ReturnType<typeof fakePostgres> {
  const sent = new WeakMap<Socket, number>();
  const open = new WeakMap<Socket, string>();
  const fetch = (socket: Socket, count: number): Buffer[] => {
    const from = sent.get(socket) ?? 0;
    const isPage = count > 0 && portals !== 'ignores';
    const until = isPage ? Math.min(rows, from + count) : rows;
    sent.set(socket, until);
    const page = Array.from({ length: until - from }, (_, index) => numberRow(from + index + 1));
    const isSuspended = isPage && until - from === count && portals === 'suspends';
    return [...page, isSuspended ? reply('s') : reply('C', `SELECT ${String(until - from)}\0`)];
  };
  const waiting: Socket[] = [];
  /** In the simple query protocol `fail` fails and `wait` waits for a cancel request. */
  const query = (socket: Socket, sql: string): Buffer[] => {
    if (sql === 'fail') return [errorReply('42P01', 'relation "fail" does not exist'), ready];
    if (sql === 'wait') {
      waiting.push(socket);
      return [];
    }
    sent.set(socket, 0);
    return [column(oid), ...fetch(socket, 0), ready];
  };
  const answer = (socket: Socket, type: string, body: Buffer): Buffer[] => {
    const name = body.toString('latin1', 0, body.indexOf(0));
    switch (type) {
      case 'Q':
        return query(socket, name);
      case 'P':
        return [reply('1')];
      case 'B':
        if ((open.get(socket) ?? name) !== name) {
          return [errorReply('0A000', 'multiple active portals not supported')];
        }
        open.set(socket, name);
        sent.set(socket, 0);
        return [reply('2')];
      case 'D':
        if (body[0] === 0x50 && isSlowCockroach) {
          return [errorReply('0A000', 'multiple active portals not supported')];
        }
        return [...(body[0] === 0x53 ? [reply('t', int16(0))] : []), column(oid)];
      case 'E':
        if (name !== '') return [reply('C', 'SELECT 0\0')];
        return fetch(socket, body.readInt32BE(body.length - 4));
      case 'C':
        if (body[0] === 0x50) open.delete(socket);
        return [reply('3')];
      case 'S':
        open.delete(socket);
        return [ready];
      default:
        return [];
    }
  };
  const oneOfTwo: Record<Portals, Buffer[]> = {
    suspends: [numberRow(1), reply('s')],
    cuts: [numberRow(1), reply('C', 'SELECT 1\0')],
    ignores: [numberRow(1), numberRow(2), reply('C', 'SELECT 2\0')],
  };
  return fakePostgres(
    (socket, _, bytes) => {
      const answers = [...messagesOf(bytes)].flatMap(({ type, body }) =>
        answer(socket, type, body),
      );
      if (answers.length === 0) return;
      const write = (): unknown => socket.write(Buffer.concat(answers));
      if (isSlowCockroach) setTimeout(write, SLOW_MS);
      else write();
    },
    undefined,
    atStart === null ? null : Buffer.concat(oneOfTwo[atStart]),
    (processId, secretKey) => {
      if (processId !== backend.processId || secretKey !== backend.secretKey) return;
      const cancelled = errorReply('57014', 'canceling statement due to user request');
      for (const socket of waiting.splice(0)) socket.write(Buffer.concat([cancelled, ready]));
    },
    isSlowCockroach ? startupOf(['crdb_version', 'CockroachDB CCL v23.1.0']) : undefined,
  );
}
