import type { UserRepository, UserRow } from '@sluice/database';
import { createBriefMemory, type BriefMemory } from './brief-memory.js';

/** Users, at most a second old: a disabled user or a changed password counts within that time. */
export type UserCache = BriefMemory<UserRow | null>;

/** Reads each user once per second at most, whatever the number of requests. */
export const createUserCache = (
  users: Pick<UserRepository, 'find'>,
  now?: () => number,
): UserCache => createBriefMemory((id) => users.find(id), now && { now });
