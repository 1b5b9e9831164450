import type { ApiSettings } from '@sluice/config';
import type { Role } from '@sluice/contracts';
import type { UserRow } from '@sluice/database';
import type { Logger } from 'pino';
import { type AdmissionDependencies, admit, isEmailAddress } from '../admission/index.js';
import type { Directory, DirectoryUser } from './directory.js';

/** What {@link createLdapSignIn} works with. */
export interface LdapSignInDependencies {
  directory: Directory;
  admission: AdmissionDependencies;
  settings: Pick<ApiSettings, 'SERVICE_LDAP_AUTO_SIGN_UP' | 'SERVICE_LDAP_DEFAULT_ROLE'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Turns a name and a password of the directory into a user; null when they may not come in. */
export type LdapSignIn = (username: string, password: string) => Promise<UserRow | null>;

/**
 * Lets users of the directory in. Whose role follows the directory (all whom it made, and those whom an
 * admin marked so) comes in only as long as it gives a role; the others keep the one that is stored.
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
      log.warn({ dn }, 'an LDAP user cannot sign in: the entry has no usable mail attribute');
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
    log.info({ dn, refusal }, 'an LDAP user may not sign in');
    return null;
  };
}

const refusalOf = (user: UserRow, role: Role | null): 'no_role' | null =>
  user.syncAuthRole && role === null ? 'no_role' : null;

/** A directory without addresses still serves users whom an admin gave the LDAP name. */
async function emailOf(
  { users }: AdmissionDependencies,
  { email, name }: DirectoryUser,
): Promise<string | null> {
  if (email !== null && isEmailAddress(email)) return email;
  return (await users.findByLdapId(name))?.email ?? null;
}
