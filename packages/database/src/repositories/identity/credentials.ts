import { roles } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows } from '../../query.js';

/** The credentials that are still valid. */
export interface ValidCredentials {
  /** Principals that are not disabled, by ID. */
  principals: Map<string, { role: string; passwordHash: string | null }>;
  /** Hashes of the IDs of sessions that have not ended. */
  sessions: Set<string>;
  /** IDs of personal tokens that have not expired. */
  tokens: Set<string>;
}

/** Checks the credentials of long requests. */
export interface CredentialRepository {
  /** One query for any number of credentials. */
  read(wanted: {
    principalIds: string[];
    sessionIdHashes: string[];
    tokenIds: string[];
  }): Promise<ValidCredentials>;
}

/** A principal, a session or a personal token. */
const credentialRow = z.object({
  id: z.string().nullable(),
  role: z.enum(roles).nullable(),
  hash: z.string().nullable(),
  session: z.string().nullable(),
  token: z.string().nullable(),
});

export function createCredentialRepository(database: Database): CredentialRepository {
  return {
    read: async ({ principalIds, sessionIdHashes, tokenIds }) => {
      const rows = await queryRows(
        database,
        credentialRow,
        Prisma.sql`
        select p.id, p.role, u.password_hash as hash, null as session,
          null as token
        from principals p left join users u on u.id = p.id
        where p.id = any(${principalIds}::text[]) and not p.disabled
        union all
        select null, null, null, id_hash, null from sessions
        where id_hash = any(${sessionIdHashes}::text[]) and expires_at > now()
        union all
        select null, null, null, null, id from personal_tokens
        where id = any(${tokenIds}::text[]) and (expires_at is null or expires_at > now())`,
      );
      const principals: ValidCredentials['principals'] = new Map();
      const sessions = new Set<string>();
      const tokens = new Set<string>();
      for (const { id, role, hash, session, token } of rows) {
        if (id !== null && role !== null) principals.set(id, { role, passwordHash: hash });
        if (session !== null) sessions.add(session);
        if (token !== null) tokens.add(token);
      }
      return { principals, sessions, tokens };
    },
  };
}
