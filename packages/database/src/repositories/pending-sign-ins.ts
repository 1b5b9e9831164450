import { createHash } from 'node:crypto';
import type { Database } from '../client.js';
import type { Prisma } from '../generated/client.js';

/** Sign-ins on their way through another service, in all API processes. */
export interface PendingSignInRepository {
  /** Keeps `data` under a secret that the browser holds, for so long. */
  put(pending: {
    secret: string;
    origin: string;
    data: Prisma.InputJsonObject;
    lifetimeMs: number;
  }): Promise<void>;
  /** Takes it out: a second call, at whatever process, gets null, as does one that comes too late. */
  take(origin: string, secret: string): Promise<Prisma.JsonObject | null>;
  /**
   * Marks an assertion as used, until it would be refused for its age.
   *
   * @returns false when it was used before.
   */
  useAssertion(id: string, lifetimeMs: number): Promise<boolean>;
}

export function createPendingSignInRepository(database: Database): PendingSignInRepository {
  return {
    put: async ({ secret, origin, data, lifetimeMs }) => {
      await database.$executeRaw`
        insert into pending_sign_ins (id_hash, origin, data, expires_at)
        values (${hashOf(secret)}, ${origin}, ${JSON.stringify(data)}::jsonb,
          now() + ${lifetimeMs} * interval '1 millisecond')`;
    },
    take: async (origin, secret) => {
      const [taken] = await database.$queryRaw<{ data: Prisma.JsonObject; alive: boolean }[]>`
        delete from pending_sign_ins where id_hash = ${hashOf(secret)} and origin = ${origin}
        returning data, expires_at > now() as alive`;
      return taken?.alive === true ? taken.data : null;
    },
    useAssertion: async (id, lifetimeMs) =>
      (await database.$executeRaw`
        insert into used_assertions (id_hash, expires_at)
        values (${hashOf(id)}, now() + ${lifetimeMs} * interval '1 millisecond')
        on conflict do nothing`) === 1,
  };
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
