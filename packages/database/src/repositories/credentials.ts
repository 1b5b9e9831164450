import type { Database } from '../client.js';

/** What of some credentials still holds. */
export interface LivingCredentials {
  /** Principals that are not disabled, by id. */
  principals: Map<string, { role: string; passwordHash: string | null }>;
  /** Hashes of the ids of sessions that have not ended. */
  sessions: Set<string>;
}

/** Looks at what requests that last stand on. */
export interface CredentialRepository {
  /** One query, whatever their number. */
  read(principalIds: string[], sessionIdHashes: string[]): Promise<LivingCredentials>;
}

export function createCredentialRepository(database: Database): CredentialRepository {
  return {
    read: async (principalIds, sessionIdHashes) => {
      const rows = await database.$queryRaw<
        { id: string | null; role: string; hash: string | null; session: string | null }[]
      >`
        select p.id, p.role, u.password_hash as hash, null as session
        from principals p left join users u on u.id = p.id
        where p.id = any(${principalIds}::text[]) and not p.disabled
        union all
        select null, '', null, id_hash from sessions
        where id_hash = any(${sessionIdHashes}::text[]) and expires_at > now()`;
      const principals: LivingCredentials['principals'] = new Map();
      const sessions = new Set<string>();
      for (const { id, role, hash, session } of rows) {
        if (id !== null) principals.set(id, { role, passwordHash: hash });
        if (session !== null) sessions.add(session);
      }
      return { principals, sessions };
    },
  };
}
