import type { PersonalTokenRow } from '@sluice/database';
import type { ShortLivedCache } from '../../cache/index.js';
import { type Principal, principalFrom } from '../principal/index.js';
import type { UserCache } from '../users/index.js';
import { hashOf, isWellFormed } from './format.js';
import type { TokenUses } from './uses.js';

/** Authenticates personal tokens. */
export interface PersonalTokenCredentials {
  /** Returns null when the token is invalid, expired or deleted, or its user inactive. */
  check(token: string, address: string): Promise<Principal | null>;
}

/** Dependencies of {@link createPersonalTokenCredentials}. */
export interface PersonalTokenCredentialsOptions {
  /** Tokens by their hash. */
  rows: ShortLivedCache<PersonalTokenRow | null>;
  users: UserCache;
  uses: Pick<TokenUses, 'note'>;
}

/** A token acts as its user, with the user's current role, and at most as the token allows. */
export const createPersonalTokenCredentials = ({
  rows,
  users,
  uses,
}: PersonalTokenCredentialsOptions): PersonalTokenCredentials => ({
  check: async (token, address) => {
    if (!isWellFormed(token)) return null;
    const row = await rows.get(hashOf(token));
    if (row === null || (row.expiresAt !== null && row.expiresAt <= new Date())) return null;
    const user = await users.get(row.userId);
    if (user === null || user.disabled) return null;
    uses.note(row, address);
    const principal = principalFrom(user);
    return {
      ...principal,
      role: row.scopes.includes('admin') ? principal.role : 'editor',
      token: {
        id: row.id,
        name: row.name,
        scopes: row.scopes,
        connectionIds: row.connectionIds.length === 0 ? null : row.connectionIds,
        readOnly: row.readOnly,
        maxRows: row.maxRows,
        userRole: principal.role,
      },
    };
  },
});
