import { Prisma } from '../../generated/client.js';

/** SQL of the row of an idempotency key; keys expire by the database's clock. */
export const knownKey = (userId: string, key: string | null): Prisma.Sql => Prisma.sql`
  idempotency_keys
  where user_id = ${userId} and key = ${key} and created_at >= now() - interval '24 hours'`;
