import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows } from '../../query.js';
import type { Slice } from '../../slice.js';
import { createAccessRepository, everyone } from './accesses.js';

const namedAccessRow = z.object({
  id: z.int(),
  connectionId: z.string(),
  userId: z.string(),
  duration: z.int(),
  expiryDate: z.date(),
  createdAt: z.date(),
  updatedAt: z.date(),
  connectionName: z.string().nullable(),
  /** A user's email address or a service token's name. */
  userEmail: z.string().nullable(),
});

/** An access row with the names of its connection and principal; null when they were deleted. */
export type NamedAccessRow = z.infer<typeof namedAccessRow>;

/** A page of access rows, newest first. */
export interface AccessFilter extends Slice {
  /** Only rows that apply to this principal; null: all rows. */
  userId: string | null;
  /** Includes expired rows. */
  includeInactives: boolean;
}

/** Access rows with names, for lists and management. */
export interface AccessRowRepository {
  /**
   * Writes a row and returns its ID; null when the principal has an active row for the connection. Of several calls at the
   * same time one writes.
   */
  create(access: {
    connectionId: string;
    userId: string;
    /** Duration in seconds; 0: it does not expire. */
    duration: number;
  }): Promise<number | null>;
  find(id: number): Promise<NamedAccessRow | null>;
  list(filter: AccessFilter): Promise<NamedAccessRow[]>;
  /** Expires a row now. An expired row stays as it is. */
  expire(id: number): Promise<void>;
}

export function createAccessRowRepository(database: Database): AccessRowRepository {
  const select = (condition: Prisma.Sql, page = Prisma.empty) =>
    queryRows(
      database,
      namedAccessRow,
      Prisma.sql`
    select a.id, a.connection_id as "connectionId", a.user_id as "userId", a.duration,
      a.expiry_date as "expiryDate", a.created_at as "createdAt", a.updated_at as "updatedAt",
      c.name as "connectionName", coalesce(nullif(p.email, ''), p.name) as "userEmail"
    from connection_accesses a
    left join connections c on c.id = a.connection_id
    left join principals p on p.id = a.user_id
    where ${condition} order by a.id desc ${page}`,
    );
  return {
    create: ({ connectionId, userId, duration }) =>
      database.$transaction(async (transaction) => {
        // A separate statement: the next one must see what the previous lock holder committed.
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
      // The column rounds to milliseconds: rounded up, the row would be valid for the statement after this one.
      await database.$executeRaw`
        update connection_accesses
        set expiry_date = date_trunc('milliseconds', now()), updated_at = now()
        where id = ${id} and expiry_date > now()`;
    },
  };
}
