import type { ApiSettings } from '@sluice/config';
import type { Role } from '@sluice/contracts';
import type { UserRow } from '@sluice/database';
import type { Logger } from 'pino';
import { type AdmissionDependencies, admit, isEmailAddress } from '../admission/index.js';
import type { Directory, DirectoryUser } from './directory.js';

/** Dependencies of {@link createLdapSignIn}. */
export interface LdapSignInDependencies {
  directory: Directory;
  admission: AdmissionDependencies;
  settings: Pick<ApiSettings, 'SERVICE_LDAP_AUTO_SIGN_UP' | 'SERVICE_LDAP_DEFAULT_ROLE'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Returns the user of an LDAP name and password; null when the sign-in is refused. */
export type LdapSignIn = (username: string, password: string) => Promise<UserRow | null>;

/**
 * Admits users of the directory. Users whose role follows the directory (those created from it, and
 * those marked by an admin) are admitted only while it assigns them a role; other users keep their
 * stored role.
 */
export function createLdapSignIn({
  directory,
  admission,
  settings,
  log,
}: LdapSignInDependencies): LdapSignIn {
  const { SERVICE_LDAP_DEFAULT_ROLE: fallback } = settings;
  const defaultRole = fallback === undefined || fallback === 'denied' ? null : fallback;
  const policy = {
    mayCreate: settings.SERVICE_LDAP_AUTO_SIGN_UP,
    defaultRole: null,
    syncRole: 'marked',
    markNew: true,
  } as const;
  return async (username, password) => {
    const found = await directory.check(username, password);
    if (found === null) return null;
    const { dn, name } = found;
    const email = await emailOf(admission, found);
    if (email === null) {
      log.warn({ dn }, 'LDAP sign-in refused: the entry has no usable mail attribute');
      return null;
    }
    const role = found.role ?? defaultRole;
    const user = await admit(
      admission,
      {
        origin: 'ldap',
        subject: null,
        email,
        isEmailVerified: true,
        name: found.fullName,
        ldapId: name,
        role,
      },
      policy,
    );
    const refusal = typeof user === 'string' ? user : refusalOf(user, role);
    if (typeof user !== 'string' && refusal === null) return user;
    log.info({ dn, refusal }, 'LDAP sign-in refused');
    return null;
  };
}

const refusalOf = (user: UserRow, role: Role | null): 'no_role' | null =>
  user.syncAuthRole && role === null ? 'no_role' : null;

/**
 * Users with an LDAP name set by an admin can sign in even if the directory has no mail attributes.
 */
async function emailOf(
  { users }: AdmissionDependencies,
  { email, name }: DirectoryUser,
): Promise<string | null> {
  if (email !== null && isEmailAddress(email)) return email;
  return (await users.findByLdapId(name))?.email ?? null;
}
