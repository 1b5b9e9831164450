import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow } from '../../query.js';
import { jsonObjectColumn } from '../../rows.js';

/** Sign-ins at an identity provider that have not returned yet, shared by all API processes. */
export interface PendingSignInRepository {
  /** Stores `data` under a secret that the browser holds, for `lifetimeMs`. */
  put(pending: {
    secret: string;
    origin: string;
    data: Prisma.InputJsonObject;
    lifetimeMs: number;
  }): Promise<void>;
  /** Removes and returns the data. A second call returns null in every process, and so does an expired one. */
  take(origin: string, secret: string): Promise<Prisma.JsonObject | null>;
  /**
   * Marks an assertion as used until it is too old to be accepted.
   *
   * @returns false when it was used before.
   */
  useAssertion(id: string, lifetimeMs: number): Promise<boolean>;
}

const takenRow = z.object({ data: jsonObjectColumn, isValid: z.boolean() });

export function createPendingSignInRepository(database: Database): PendingSignInRepository {
  return {
    put: async ({ secret, origin, data, lifetimeMs }) => {
      await database.$executeRaw`
        insert into pending_sign_ins (id_hash, origin, data, expires_at)
        values (${hashOf(secret)}, ${origin}, ${JSON.stringify(data)}::jsonb,
          now() + ${lifetimeMs} * interval '1 millisecond')`;
    },
    take: async (origin, secret) => {
      const taken = await queryRow(
        database,
        takenRow,
        Prisma.sql`
          delete from pending_sign_ins where id_hash = ${hashOf(secret)} and origin = ${origin}
          returning data, expires_at > now() as "isValid"`,
      );
      return taken?.isValid === true ? (taken.data as Prisma.JsonObject) : null;
    },
    useAssertion: async (id, lifetimeMs) =>
      (await database.$executeRaw`
        insert into used_assertions (id_hash, expires_at)
        values (${hashOf(id)}, now() + ${lifetimeMs} * interval '1 millisecond')
        on conflict do nothing`) === 1,
  };
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
