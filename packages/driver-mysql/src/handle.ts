import { refusedAsEmpty } from './errors.js';
import { exchange } from './exchange.js';
import type { Started } from './startup.js';

/** Identifies one session of one server, also across restarts of the server. */
export interface Handle {
  threadId: string;
  /** Start of the server in seconds since 1970 by its own clock: thread ids restart then. */
  serverStart: string;
  /** See {@link serverSql}. */
  server: string;
}

/** Answer of a session to the question which one it is. */
export interface Identity extends Pick<Handle, 'threadId' | 'server'> {
  /** Null if the session's user may not read it. */
  serverStart: string | null;
  /**
   * Whether the greeting came from the server that answers. A proxy greets with another number, and may run each
   * statement in another session of the server.
   */
  isDirect: boolean;
}

/** Returns `<thread id>/<start of the server>/<server>`. */
export const handleOf = ({ threadId, serverStart, server }: Handle): string =>
  `${threadId}/${serverStart}/${server}`;

/** Parses the output of {@link handleOf}; null if it does not identify exactly one session. */
export function parseHandle(text: string): Handle | null {
  const [, threadId, serverStart, server] =
    /^(\d{1,20})\/(\d{1,12})\/([0-9a-f]{16})$/.exec(text) ?? [];
  if (threadId === undefined || serverStart === undefined || server === undefined) return null;
  return { threadId, serverStart, server };
}

/**
 * Returns an SQL expression of 16 hexadecimal digits that tells servers apart, also those behind one address. MySQL has
 * `server_uuid`, which copies of a data directory share; MariaDB 10.11 has none.
 */
export const serverSql = (isMariaDb: boolean): string => {
  const variables = isMariaDb
    ? '@@hostname, @@port, @@server_id, @@datadir, @@pid_file'
    : '@@server_uuid, @@hostname, @@port';
  return `left(sha2(concat_ws('/', ${variables}), 256), 16)`;
};

/** Returns one row: thread id, server and, if permitted, the server's start; all of the same moment. */
const identityQueries = (isMariaDb: boolean): string[] => {
  const session = `select connection_id(), ${serverSql(isMariaDb)}`;
  return [
    `${session}, cast(unix_timestamp() - variable_value as unsigned)
     from ${isMariaDb ? 'information_schema' : 'performance_schema'}.global_status
     where variable_name = 'Uptime'`,
    session,
  ];
};

/** Returns what the session says about itself; null if its server does not answer the questions. */
export async function identify({
  socket,
  isMariaDb,
  threadId,
}: Pick<Started, 'socket' | 'isMariaDb' | 'threadId'>): Promise<Identity | null> {
  for (const query of identityQueries(isMariaDb)) {
    const [row] = await exchange(socket, query).catch(refusedAsEmpty);
    const [id, server, serverStart = null] = row ?? [];
    if (id == null || server == null || !/^\d{1,20}$/.test(id)) continue;
    const isDirect = BigInt(id) % 2n ** 32n === BigInt(threadId) % 2n ** 32n;
    return { threadId: id, server, serverStart, isDirect };
  }
  return null;
}
