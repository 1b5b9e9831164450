import type { Database } from '../client.js';

/** A live session and its user, read in one query. */
export interface SessionRow {
  userId: string;
  email: string;
  name: string | null;
  role: string;
  /** Until it expires, by the database's clock. */
  remainingMs: number;
}

/** Sign-ins of browsers. Rows are keyed by a hash of the cookie's id. */
export interface SessionRepository {
  /**
   * Null when it is unknown, expired, older than `maxAgeMs` (however busy), or its user is disabled
   * or gone.
   */
  find(idHash: string, maxAgeMs: number): Promise<SessionRow | null>;
  /** Writes a new session. */
  save(session: { idHash: string; userId: string; lifetimeMs: number }): Promise<void>;
  /** Moves the end of a stored one; one that was removed meanwhile does not come back. */
  prolong(idHash: string, lifetimeMs: number): Promise<void>;
  remove(idHash: string): Promise<void>;
  /** Signs a user out everywhere. */
  removeForUser(userId: string): Promise<void>;
}

interface JoinedRow {
  user_id: string;
  email: string;
  name: string | null;
  role: string;
  remaining_ms: number;
}

export function createSessionRepository(database: Database): SessionRepository {
  return {
    find: async (idHash, maxAgeMs) => {
      const [row] = await database.$queryRaw<JoinedRow[]>`
        select u.id as user_id, u.email, u.name, u.role,
          extract(epoch from s.expires_at - now())::float8 * 1000 as remaining_ms
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${idHash} and s.expires_at > now() and not u.disabled
          and s.created_at > now() - ${maxAgeMs} * interval '1 millisecond'`;
      return row === undefined ? null : present(row);
    },
    save: async ({ idHash, userId, lifetimeMs }) => {
      await database.$executeRaw`
        insert into sessions (id_hash, user_id, data, expires_at)
        values (${idHash}, ${userId}, '{}', now() + ${lifetimeMs} * interval '1 millisecond')
        on conflict (id_hash) do update set expires_at = excluded.expires_at
        where sessions.user_id = excluded.user_id`;
    },
    prolong: async (idHash, lifetimeMs) => {
      await database.$executeRaw`
        update sessions set expires_at = now() + ${lifetimeMs} * interval '1 millisecond'
        where id_hash = ${idHash}`;
    },
    remove: async (idHash) => {
      await database.session.deleteMany({ where: { idHash } });
    },
    removeForUser: async (userId) => {
      await database.session.deleteMany({ where: { userId } });
    },
  };
}

const present = (row: JoinedRow): SessionRow => ({
  userId: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  remainingMs: row.remaining_ms,
});
