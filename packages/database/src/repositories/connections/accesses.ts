import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma, type ConnectionAccess } from '../../generated/client.js';
import { queryRow } from '../../query.js';

export type AccessRow = ConnectionAccess;

/** Connection ID of an access row that applies to every connection. */
export const everyConnection = '__EVERY_CONNECTION__';
/** User ID of an access row that applies to every principal. */
export const everyone = '__EVERYONE__';

/** Expiry of an access row without a duration. */
export const endOfAccess = new Date('2099-01-01T00:00:00.000Z');

/** SQL of whether a current access row lets the principal use the connection. */
export const hasAccess = (
  connectionId: Prisma.Sql,
  userId: string,
): Prisma.Sql => Prisma.sql`exists (
  select from connection_accesses a
  where a.connection_id in (${connectionId}, ${everyConnection})
    and a.user_id in (${userId}, ${everyone}) and a.expiry_date > now())`;

/** Access rows: which principal may use which connection. Admins need no row. */
export interface AccessRepository {
  /** Whether a current access row lets this principal use the connection. */
  isAllowed(userId: string, connectionId: string): Promise<boolean>;
  create(access: {
    connectionId: string;
    userId: string;
    /** Duration in seconds; 0: it does not expire. */
    duration: number;
  }): Promise<ConnectionAccess>;
}

const allowedRow = z.object({ allowed: z.boolean() });

export function createAccessRepository(
  database: Database | Prisma.TransactionClient,
): AccessRepository {
  return {
    isAllowed: async (userId, connectionId) => {
      const row = await queryRow(
        database,
        allowedRow,
        Prisma.sql`select ${hasAccess(Prisma.sql`${connectionId}`, userId)} as allowed`,
      );
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
