import type { DriverConnection } from '@sluice/driver-kit';
import type { Logger } from 'pino';

/** Returns the warning for a connection whose database user has high privileges. */
export const privilegeWarnings = (privileges: readonly string[]): string[] =>
  privileges.length === 0
    ? []
    : [
        `The database user of this connection has high privileges (${privileges.join(', ')}). SQL that ` +
          "runs on it may read other users' data, or files and programs of the database server. Use a " +
          'database user that has only the privileges it needs.',
      ];

/** Checked connections that are remembered; beyond that, they are checked again. */
const MAX_REMEMBERED = 10_000;

/** Logs a warning when a session's database user has high privileges. Never throws. */
export type PrivilegeCheck = (
  connection: DriverConnection,
  about: { connectionId: string; userId: string },
) => Promise<void>;

/** Creates a check that asks once for each connection and user in this process. */
export function createPrivilegeCheck(log: Pick<Logger, 'warn'>): PrivilegeCheck {
  const checked = new Set<string>();
  return async (connection, { connectionId, userId }) => {
    const key = `${connectionId} ${userId}`;
    if (checked.has(key)) return;
    if (checked.size >= MAX_REMEMBERED) checked.clear();
    checked.add(key);
    const privileges = await connection.highPrivileges();
    if (privileges.length === 0) return;
    log.warn({ connectionId, userId, privileges }, 'connection user has high privileges');
  };
}
