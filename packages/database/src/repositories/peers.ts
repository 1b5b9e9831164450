import { Prisma } from '../generated/client.js';

/**
 * Ids of the users who are of one tenant with somebody, who is among them: those whose data hold the same
 * value at `path`. Null: each user is a tenant.
 */
export const peersOf = (userId: string, path: string[] | null): Prisma.Sql =>
  path === null
    ? Prisma.sql`select ${userId}::text`
    : Prisma.sql`
        select ${userId}::text
        union
        select peer.id from users own join users peer
          on peer.data #>> ${path}::text[] = own.data #>> ${path}::text[]
        where own.id = ${userId} and nullif(own.data #>> ${path}::text[], '') is not null`;
