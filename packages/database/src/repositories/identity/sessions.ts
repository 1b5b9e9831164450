import { roles } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows } from '../../query.js';
import { countRow } from '../../rows.js';
import type { Slice } from '../../slice.js';

const sessionRow = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  /** Milliseconds until it expires, by the database's clock. */
  remainingMs: z.number(),
  /** Sign-in method; null for a session of a version that did not record it. */
  method: z.string().nullable(),
});

/** A session that has not ended, with its user. */
export type SessionRow = z.infer<typeof sessionRow>;

/** Data of a sign-in for the list of sessions; null when unknown. */
export interface SignInTrace {
  /** Sign-in method, such as `local`. */
  method: string | null;
  /** Browser, from the User-Agent header. */
  browser: string | null;
  /** Client address. */
  address: string | null;
}

const listedSession = z.object({
  /** Identifies the row; it is not a credential. */
  id: z.string(),
  idHash: z.string(),
  createdAt: z.date(),
  /** To the minute. */
  lastUsedAt: z.date(),
  method: z.string().nullable(),
  browser: z.string().nullable(),
  address: z.string().nullable(),
});

/** A session in the list of its user. */
export type ListedSession = z.infer<typeof listedSession>;

/** Browser sessions. Rows are keyed by a hash of the cookie's session ID. */
export interface SessionRepository {
  /**
   * Null when the session is unknown, expired or older than `maxAgeMs`, or when its user is disabled or was deleted.
   */
  find(idHash: string, maxAgeMs: number): Promise<SessionRow | null>;
  /** The sessions of a user that {@link find} returns, last used first. */
  list(userId: string, maxAgeMs: number, slice: Slice): Promise<ListedSession[]>;
  /** Stores a new session. */
  save(
    session: { idHash: string; userId: string; lifetimeMs: number } & SignInTrace,
  ): Promise<void>;
  /** Records a use and moves the expiry. A session that was removed meanwhile stays removed. */
  prolong(idHash: string, lifetimeMs: number): Promise<void>;
  remove(idHash: string): Promise<void>;
  /** Ends the session with this ID in {@link list}; false when there is none. */
  removeListed(userId: string, id: string, maxAgeMs: number): Promise<boolean>;
  /**
   * Ends every session of a user except the one of `keptIdHash`.
   *
   * @returns how many had not expired before.
   */
  removeForUser(userId: string, keptIdHash?: string | null): Promise<number>;
}

export function createSessionRepository(database: Database): SessionRepository {
  return {
    find: async (idHash, maxAgeMs) => {
      const row = await queryRow(
        database,
        sessionRow,
        Prisma.sql`
        select u.id as "userId", u.email, u.name, u.role,
          extract(epoch from s.expires_at - now())::float8 * 1000 as "remainingMs", s.method
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${idHash} and s.expires_at > now() and not u.disabled
          and s.created_at > now() - ${maxAgeMs} * interval '1 millisecond'`,
      );
      return row ?? null;
    },
    list: (userId, maxAgeMs, { take = null, skip }) =>
      queryRows(
        database,
        listedSession,
        Prisma.sql`
      select public_id::text as id, id_hash as "idHash", created_at as "createdAt",
        coalesce(last_used_at, created_at) as "lastUsedAt", method, browser, address
      from sessions
      where user_id = ${userId} and expires_at > now()
        and created_at > now() - ${maxAgeMs} * interval '1 millisecond'
      order by coalesce(last_used_at, created_at) desc, public_id
      limit ${take}::int offset ${skip}::int`,
      ),
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
      const ended = await queryRow(
        database,
        countRow,
        Prisma.sql`
        with removed as (
          delete from sessions
          where user_id = ${userId} and id_hash is distinct from ${keptIdHash}::text
          returning expires_at
        )
        select count(*)::int as count from removed where expires_at > now()`,
      );
      return ended?.count ?? 0;
    },
  };
}
