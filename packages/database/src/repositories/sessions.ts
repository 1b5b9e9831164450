import type { Database } from '../client.js';
import type { Slice } from '../slice.js';

/** A live session and its user, read in one query. */
export interface SessionRow {
  userId: string;
  email: string;
  name: string | null;
  role: string;
  /** Until it expires, by the database's clock. */
  remainingMs: number;
  /** How the user signed in; null: a version that did not keep it. */
  method: string | null;
}

/** What is kept of a sign-in for the list of sessions; null: not known. */
export interface SignInTrace {
  /** Such as `local`. */
  method: string | null;
  /** What signed in, as it says of itself. */
  browser: string | null;
  /** Network address that the sign-in came from. */
  address: string | null;
}

/** A live session in the list of its user. */
export interface ListedSession extends SignInTrace {
  /** Names the row; it opens nothing. */
  id: string;
  idHash: string;
  createdAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
}

/** Sign-ins of browsers. Rows are keyed by a hash of the cookie's id. */
export interface SessionRepository {
  /**
   * Null when it is unknown, expired, older than `maxAgeMs` (however busy), or its user is disabled
   * or gone.
   */
  find(idHash: string, maxAgeMs: number): Promise<SessionRow | null>;
  /** Those of a user that {@link find} would find, last used first. */
  list(userId: string, maxAgeMs: number, slice: Slice): Promise<ListedSession[]>;
  /** Writes a new session. */
  save(
    session: { idHash: string; userId: string; lifetimeMs: number } & SignInTrace,
  ): Promise<void>;
  /** Notes that a stored one is used, and moves its end; one that was removed meanwhile does not come back. */
  prolong(idHash: string, lifetimeMs: number): Promise<void>;
  remove(idHash: string): Promise<void>;
  /** Ends the one that {@link list} names so; false: there is none in it. */
  removeListed(userId: string, id: string, maxAgeMs: number): Promise<boolean>;
  /**
   * Signs a user out everywhere, but for the session of `keptIdHash`.
   *
   * @returns how many had not ended before.
   */
  removeForUser(userId: string, keptIdHash?: string | null): Promise<number>;
}

interface JoinedRow {
  user_id: string;
  email: string;
  name: string | null;
  role: string;
  remaining_ms: number;
  method: string | null;
}

export function createSessionRepository(database: Database): SessionRepository {
  return {
    find: async (idHash, maxAgeMs) => {
      const [row] = await database.$queryRaw<JoinedRow[]>`
        select u.id as user_id, u.email, u.name, u.role,
          extract(epoch from s.expires_at - now())::float8 * 1000 as remaining_ms, s.method
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${idHash} and s.expires_at > now() and not u.disabled
          and s.created_at > now() - ${maxAgeMs} * interval '1 millisecond'`;
      return row === undefined ? null : present(row);
    },
    list: (userId, maxAgeMs, { take = null, skip }) => database.$queryRaw<ListedSession[]>`
      select public_id::text as id, id_hash as "idHash", created_at as "createdAt",
        coalesce(last_used_at, created_at) as "lastUsedAt", method, browser, address
      from sessions
      where user_id = ${userId} and expires_at > now()
        and created_at > now() - ${maxAgeMs} * interval '1 millisecond'
      order by coalesce(last_used_at, created_at) desc, public_id
      limit ${take}::int offset ${skip}::int`,
    save: async ({ idHash, userId, lifetimeMs, method, browser, address }) => {
      await database.$executeRaw`
        insert into sessions (id_hash, user_id, data, expires_at, method, browser, address)
        values (${idHash}, ${userId}, '{}', now() + ${lifetimeMs} * interval '1 millisecond',
          ${method}, ${browser}, ${address})
        on conflict (id_hash) do update set expires_at = excluded.expires_at
        where sessions.user_id = excluded.user_id`;
    },
    prolong: async (idHash, lifetimeMs) => {
      await database.$executeRaw`
        update sessions
        set expires_at = now() + ${lifetimeMs} * interval '1 millisecond', last_used_at = now()
        where id_hash = ${idHash}`;
    },
    remove: async (idHash) => {
      await database.session.deleteMany({ where: { idHash } });
    },
    removeListed: async (userId, id, maxAgeMs) => {
      const count = await database.$executeRaw`
        delete from sessions
        where user_id = ${userId} and public_id = ${id}::uuid and expires_at > now()
          and created_at > now() - ${maxAgeMs} * interval '1 millisecond'`;
      return count > 0;
    },
    removeForUser: async (userId, keptIdHash = null) => {
      const [ended] = await database.$queryRaw<{ count: number }[]>`
        with removed as (
          delete from sessions
          where user_id = ${userId} and id_hash is distinct from ${keptIdHash}::text
          returning expires_at
        )
        select count(*)::int as count from removed where expires_at > now()`;
      return ended?.count ?? 0;
    },
  };
}

const present = (row: JoinedRow): SessionRow => ({
  userId: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  remainingMs: row.remaining_ms,
  method: row.method,
});
