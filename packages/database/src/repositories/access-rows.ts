import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import type { Slice } from '../slice.js';
import { createAccessRepository, everyone, type AccessRow } from './accesses.js';

/** An access row with the names of what it is about; null for what is no longer there. */
export interface NamedAccessRow extends AccessRow {
  connectionName: string | null;
  /** A user's address or a service token's name. */
  userEmail: string | null;
}

/** Which rows a list shows, newest first. */
export interface AccessFilter extends Slice {
  /** Null: all. Else those that apply to this principal. */
  userId: string | null;
  /** Also those that have expired. */
  includeInactives: boolean;
}

/** Access rows, for those who manage or look at them. */
export interface AccessRowRepository {
  /** Gives the new row's id; null when the same two have an active row already. Of several at once one is written. */
  create(access: {
    connectionId: string;
    userId: string;
    /** Seconds; 0 = for good. */
    duration: number;
  }): Promise<number | null>;
  find(id: number): Promise<NamedAccessRow | null>;
  list(filter: AccessFilter): Promise<NamedAccessRow[]>;
  /** Ends a row now; one that has ended stays as it is. */
  expire(id: number): Promise<void>;
}

export function createAccessRowRepository(database: Database): AccessRowRepository {
  const select = (condition: Prisma.Sql, page = Prisma.empty) => database.$queryRaw<
    NamedAccessRow[]
  >`
    select a.id, a.connection_id as "connectionId", a.user_id as "userId", a.duration,
      a.expiry_date as "expiryDate", a.created_at as "createdAt", a.updated_at as "updatedAt",
      c.name as "connectionName", coalesce(nullif(p.email, ''), p.name) as "userEmail"
    from connection_accesses a
    left join connections c on c.id = a.connection_id
    left join principals p on p.id = a.user_id
    where ${condition} order by a.id desc ${page}`;
  return {
    create: ({ connectionId, userId, duration }) =>
      database.$transaction(async (transaction) => {
        // A statement of its own: the next one must see what the holder before has committed.
        await transaction.$executeRaw`
          select pg_advisory_xact_lock(hashtextextended(${`${connectionId}\n${userId}`}, 0))`;
        const active = await transaction.connectionAccess.findFirst({
          where: { connectionId, userId, expiryDate: { gt: new Date() } },
        });
        if (active !== null) return null;
        const accesses = createAccessRepository(transaction);
        return (await accesses.create({ connectionId, userId, duration })).id;
      }),
    find: async (id) => (await select(Prisma.sql`a.id = ${id}`))[0] ?? null,
    list: ({ userId, includeInactives, take, skip }) =>
      select(
        Prisma.sql`(${userId}::text is null or a.user_id in (${userId}, ${everyone}))
          and (${includeInactives} or a.expiry_date > now())`,
        Prisma.sql`limit ${take ?? null}::bigint offset ${skip}`,
      ),
    expire: async (id) => {
      await database.$executeRaw`
        update connection_accesses set expiry_date = now(), updated_at = now()
        where id = ${id} and expiry_date > now()`;
    },
  };
}
