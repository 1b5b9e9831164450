import type { UserRepository, UserRow } from '@sluice/database';

/** Users, at most a second old: a disabled user or a changed password counts within that time. */
export interface UserCache {
  get(id: string): Promise<UserRow | null>;
}

const maxAgeMs = 1_000;
const maxEntries = 1_000;

/** Reads each user once per second at most, whatever the number of requests. */
export function createUserCache(
  users: Pick<UserRepository, 'find'>,
  now: () => number = () => performance.now(),
): UserCache {
  const entries = new Map<string, { row: Promise<UserRow | null>; readAtMs: number }>();
  return {
    get: (id) => {
      const known = entries.get(id);
      if (known !== undefined && now() - known.readAtMs < maxAgeMs) return known.row;
      if (entries.size >= maxEntries) entries.clear();
      const row = users.find(id);
      const entry = { row, readAtMs: now() };
      entries.set(id, entry);
      row.catch(() => {
        if (entries.get(id) === entry) entries.delete(id);
      });
      return row;
    },
  };
}
