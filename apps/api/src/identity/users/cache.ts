import type { UserRepository, UserRow } from '@sluice/database';
import { type BriefMemory, createBriefMemory } from '../../cache/index.js';

/** Users, at most a second old; a change made through {@link withFreshCache} counts at once. */
export type UserCache = BriefMemory<UserRow | null>;

/** Reads each user once per second at most, whatever the number of requests. */
export const createUserCache = (
  users: Pick<UserRepository, 'find'>,
  now?: () => number,
): UserCache => createBriefMemory((id) => users.find(id), now && { now });

/**
 * The repository, with every change of a user dropped from the cache before the change returns: the next
 * request to this process must not be served by the role, password or state from before. Other processes
 * see the change when their answer is a second old.
 */
export function withFreshCache(
  users: UserRepository,
  cache: Pick<UserCache, 'forget'>,
): UserRepository {
  // A failed write may have been committed all the same.
  const changing = <Result>(id: string, change: Promise<Result>): Promise<Result> =>
    change.finally(() => cache.forget(id));
  return {
    ...users,
    update: (id, change) => changing(id, users.update(id, change)),
    updateKeepingAdmin: (id, change) => changing(id, users.updateKeepingAdmin(id, change)),
    setPasswordByLink: (id, nonce, hash) => changing(id, users.setPasswordByLink(id, nonce, hash)),
    setFirstPassword: (id, hash) => changing(id, users.setFirstPassword(id, hash)),
    replacePasswordHash: (id, was, hash) => changing(id, users.replacePasswordHash(id, was, hash)),
    remove: (id) => changing(id, users.remove(id)),
  };
}
