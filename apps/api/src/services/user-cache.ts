import type { UserRepository, UserRow } from '@sluice/database';

/** Rows by id, at most a second old: a disabled user or a deleted token counts within that time. */
export interface RowCache<Row> {
  get(id: string): Promise<Row | null>;
}

/** Users, at most a second old. */
export type UserCache = RowCache<UserRow>;

const maxAgeMs = 1_000;
const maxEntries = 1_000;

/** Reads each user once per second at most, whatever the number of requests. */
export const createUserCache = (
  users: Pick<UserRepository, 'find'>,
  now?: () => number,
): UserCache => createRowCache(users, now);

/** Reads each row once per second at most, whatever the number of requests. */
export function createRowCache<Row>(
  rows: { find(id: string): Promise<Row | null> },
  now: () => number = () => performance.now(),
): RowCache<Row> {
  const entries = new Map<string, { row: Promise<Row | null>; readAtMs: number }>();
  return {
    get: (id) => {
      const known = entries.get(id);
      if (known !== undefined && now() - known.readAtMs < maxAgeMs) return known.row;
      if (entries.size >= maxEntries) entries.clear();
      const row = rows.find(id);
      const entry = { row, readAtMs: now() };
      entries.set(id, entry);
      row.catch(() => {
        if (entries.get(id) === entry) entries.delete(id);
      });
      return row;
    },
  };
}
