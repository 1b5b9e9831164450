import { useQuery } from '@tanstack/react-query';
import type { User } from '@sluice/contracts';
import { isOpenToAll, usersOf, type Grant } from './reach.js';
import { adminReads } from './reads.js';

/** Who can use the connections. */
export interface Reach {
  /** Returns the users who can use a connection, optionally with one more grant. */
  usersOf(connectionId: string, added?: Grant): User[];
  /** All users can use all connections, also those that are added later. */
  isOpenToAll: boolean;
}

/** Reads users and grants; undefined until both are known. */
export function useReach(): Reach | undefined {
  const users = useQuery(adminReads.users).data;
  const grants = useQuery(adminReads.accesses(false)).data;
  if (users === undefined || grants === undefined) return undefined;
  return {
    usersOf: (connectionId, added) =>
      usersOf(connectionId, added === undefined ? grants : [...grants, added], users),
    isOpenToAll: isOpenToAll(grants),
  };
}
