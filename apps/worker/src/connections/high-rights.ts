import type { DriverConnection } from '@sluice/driver-kit';
import type { Logger } from 'pino';

/** What a person is told of a connection whose user may do more than read and write data. */
export const warningsOf = (rights: readonly string[]): string[] =>
  rights.length === 0
    ? []
    : [
        `The user of this connection has high rights (${rights.join(', ')}): whoever runs SQL on it may ` +
          "reach other users' data, and files or programs of the database's machine. A user with the " +
          'rights that are needed, and no others, is safer.',
      ];

/** Connections whose rights were told; more than so many are told anew. */
const mostKnown = 10_000;

/** Logs it when a session's user has high rights; once for each connection and user of ours. Never throws. */
export type WatchRights = (
  connection: DriverConnection,
  about: { connectionId: string; userId: string },
) => Promise<void>;

/** Asks the first session of each, in this process. */
export function createWatchRights(log: Pick<Logger, 'warn'>): WatchRights {
  const known = new Set<string>();
  return async (connection, { connectionId, userId }) => {
    const key = `${connectionId} ${userId}`;
    if (known.has(key)) return;
    if (known.size >= mostKnown) known.clear();
    known.add(key);
    const rights = await connection.highRights();
    if (rights.length === 0) return;
    log.warn({ connectionId, userId, rights }, 'the user of a connection has high rights');
  };
}
