import { randomBytes } from 'node:crypto';
import { isBcryptHash, normalizeEmail } from '@sluice/database';
import { nothingPlanned, type Existing, type Planned } from './plan.js';
import type { SourceRows } from './sqlpad/rows.js';

/** A user to write. */
export interface PlannedUser {
  id: string;
  email: string;
  name: string | null;
  role: 'admin' | 'editor';
  ldapId: string | null;
  passwordHash: string | null;
  data: object;
  disabled: boolean;
  origin: 'local' | 'ldap';
  syncAuthRole: boolean;
  passwordResetNonce: string | null;
  passwordResetExpiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The same as an admin's invitation. */
const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Plans users. Password hashes are kept (bcrypt; the first sign-in replaces them). A user without a password
 * gets an invitation, which an admin passes on.
 */
export function planUsers(source: SourceRows, existing: Existing, now: Date): Planned<PlannedUser> {
  const plan = nothingPlanned<PlannedUser>();
  const ids = new Set(existing.users.map(({ id }) => id));
  const emails = new Set(existing.users.map(({ email }) => email));
  const ldapIds = new Set(existing.users.map(({ ldapId }) => ldapId));
  for (const row of source.users) {
    const subject = `user ${row.email ?? row.ldap_id ?? row.id}`;
    const email = normalizeEmail(row.email ?? '');
    if (ids.has(row.id) || emails.has(email)) {
      plan.present += 1;
      continue;
    }
    if (email === '') {
      plan.leftOut.push({ subject, reason: 'has no e-mail address' });
      continue;
    }
    const note = (reason: string) => plan.notes.push({ subject, reason });
    const isKnownRole = row.role === 'admin' || row.role === 'editor';
    if (!isKnownRole) note(`role ${row.role} does not exist: imported as a disabled editor`);
    const passwordHash = row.passhash !== null && isBcryptHash(row.passhash) ? row.passhash : null;
    if (row.passhash !== null && passwordHash === null)
      note('the password hash has an unknown form');
    const takenLdapId = row.ldap_id !== null && ldapIds.has(row.ldap_id);
    if (takenLdapId) note(`LDAP id ${row.ldap_id ?? ''} belongs to another user and was left out`);
    const ldapId = takenLdapId ? null : row.ldap_id;
    const origin = passwordHash === null && ldapId !== null ? 'ldap' : 'local';
    const needsLink = passwordHash === null && origin === 'local';
    if (needsLink) {
      note('has no password: pass on the link from the Users page, or use another sign-in method');
    }
    ids.add(row.id);
    emails.add(email);
    ldapIds.add(ldapId);
    plan.rows.push({
      id: row.id,
      email,
      name: row.name,
      role: row.role === 'admin' ? 'admin' : 'editor',
      ldapId,
      passwordHash,
      data: isObject(row.data) ? row.data : {},
      disabled: row.disabled === true || !isKnownRole,
      origin,
      syncAuthRole: row.sync_auth_role === true,
      passwordResetNonce: needsLink ? randomBytes(16).toString('base64url') : null,
      passwordResetExpiresAt: needsLink ? new Date(now.getTime() + INVITATION_MS) : null,
      createdAt: row.created_at,
      updatedAt: row.updated_at ?? row.created_at,
    });
  }
  return plan;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
