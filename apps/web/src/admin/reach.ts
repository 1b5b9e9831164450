import type { ConnectionAccess, User } from '@sluice/contracts';
import { formatCount } from '../ui/format.js';

/** The ID of a grant to all users. */
export const EVERYONE = '__EVERYONE__';
/** The ID of a grant for all connections. */
export const EVERY_CONNECTION = '__EVERY_CONNECTION__';

/** The part of a grant that decides who can use which connection. */
export type Grant = Pick<ConnectionAccess, 'userId' | 'connectionId'>;

/**
 * Returns the enabled users who can use a connection: admins, and users with a grant.
 *
 * @param connectionId the connection, or {@link EVERY_CONNECTION} for users who can use all connections
 * @param grants the active grants
 */
export function usersOf(connectionId: string, grants: Grant[], users: User[]): User[] {
  const granted = new Set(
    grants
      .filter((grant) => [connectionId, EVERY_CONNECTION].includes(grant.connectionId))
      .map(({ userId }) => userId),
  );
  return users.filter(
    ({ id, role, disabled }) =>
      disabled !== true && (role === 'admin' || granted.has(EVERYONE) || granted.has(id)),
  );
}

/** Returns the number of people in words, such as `3 people`. */
export const peopleLabel = (count: number): string =>
  count === 1 ? '1 person' : `${formatCount(count)} people`;

/** Returns whether a grant gives all users all connections, which the first start creates. */
export const isOpenToAll = (grants: Grant[]): boolean =>
  grants.some(
    ({ userId, connectionId }) => userId === EVERYONE && connectionId === EVERY_CONNECTION,
  );
