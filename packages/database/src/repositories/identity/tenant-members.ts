import { Prisma } from '../../generated/client.js';

/**
 * SQL of the IDs of the users in this user's tenant, this user included: those whose data holds the same value at
 * `path`. With `path` null each user is a tenant.
 */
export const tenantMembers = (userId: string, path: string[] | null): Prisma.Sql =>
  path === null
    ? Prisma.sql`select ${userId}::text`
    : Prisma.sql`
        select ${userId}::text
        union
        select peer.id from users own join users peer
          on peer.data #>> ${path}::text[] = own.data #>> ${path}::text[]
        where own.id = ${userId} and nullif(own.data #>> ${path}::text[], '') is not null`;
