import type { UserRepository, UserRow } from '@sluice/database';
import { type ShortLivedCache, createShortLivedCache } from '../../cache/index.js';

/**
 * A cache of users, at most one second old; changes through {@link withFreshCache} take effect
 * immediately.
 */
export type UserCache = ShortLivedCache<UserRow | null>;

/** Reads each user at most once per second. */
export const createUserCache = (
  users: Pick<UserRepository, 'find'>,
  now?: () => number,
): UserCache => createShortLivedCache((id) => users.find(id), now && { now });

/**
 * Wraps the repository: a change of a user removes it from the cache before the change returns, so
 * that the next request to this process sees the new role, password or state. Other processes see
 * it after at most one second.
 */
export function withFreshCache(
  users: UserRepository,
  cache: Pick<UserCache, 'delete'>,
): UserRepository {
  // A failed write may still have been committed.
  const changing = <Result>(id: string, change: Promise<Result>): Promise<Result> =>
    change.finally(() => cache.delete(id));
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
