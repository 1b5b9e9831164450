import type { Database } from '../client.js';
import { Prisma, type ConnectionAccess } from '../generated/client.js';

export type AccessRow = ConnectionAccess;

/** Stands for all connections in an access row. */
export const everyConnection = '__EVERY_CONNECTION__';
/** Stands for all principals in an access row. */
export const everyone = '__EVERYONE__';

/** When a row without a duration ends. */
export const endOfAccess = new Date('2099-01-01T00:00:00.000Z');

/** SQL that says whether a row of now lets a principal use a connection. */
export const hasAccess = (
  connectionId: Prisma.Sql,
  userId: string,
): Prisma.Sql => Prisma.sql`exists (
  select from connection_accesses a
  where a.connection_id in (${connectionId}, ${everyConnection})
    and a.user_id in (${userId}, ${everyone}) and a.expiry_date > now())`;

/** Who may use which connection; admins need no row. */
export interface AccessRepository {
  /** Whether a row of now lets this principal use the connection. */
  isAllowed(userId: string, connectionId: string): Promise<boolean>;
  create(access: {
    connectionId: string;
    userId: string;
    /** Seconds; 0 = for good. */
    duration: number;
  }): Promise<ConnectionAccess>;
}

export function createAccessRepository(
  database: Database | Prisma.TransactionClient,
): AccessRepository {
  return {
    isAllowed: async (userId, connectionId) => {
      const [row] = await database.$queryRaw<{ allowed: boolean }[]>`
        select ${hasAccess(Prisma.sql`${connectionId}`, userId)} as allowed`;
      return row?.allowed === true;
    },
    create: ({ connectionId, userId, duration }) =>
      database.connectionAccess.create({
        data: {
          connectionId,
          userId,
          duration,
          expiryDate: duration === 0 ? endOfAccess : new Date(Date.now() + duration * 1000),
        },
      }),
  };
}
