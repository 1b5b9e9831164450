import type { ApiSettings } from '@sluice/config';
import type { UserRow } from '@sluice/database';
import type { Logger } from 'pino';
import {
  checkLocal,
  checkPassword,
  type CheckCredentials,
  type Credentials,
  type SignInDependencies,
} from './service.js';
import type { AdmissionDependencies } from '../admission/index.js';
import { createLdapSignIn, directoryFrom, type LdapSignIn } from '../ldap/index.js';

/** Dependencies of {@link createPasswordSignIn}. */
export interface PasswordSignInDependencies {
  settings: ApiSettings;
  local: SignInDependencies;
  admission: AdmissionDependencies;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Creates the password check of the sign-in page: local users, and LDAP users if LDAP is enabled.
 */
export function createPasswordSignIn({
  settings,
  local,
  admission,
  log,
}: PasswordSignInDependencies): (credentials: Credentials) => Promise<UserRow | null> {
  const directory = directoryFrom(settings);
  if (directory === null) return (credentials) => checkPassword(local, credentials);
  const ldap = createLdapSignIn({ directory, admission, settings, log });
  const check: CheckCredentials = settings.SERVICE_USERPASS_AUTH_DISABLED
    ? ({ email, password }) => ldap(email.trim(), password)
    : (credentials) => checkBoth(local, ldap, credentials);
  return (credentials) => checkPassword(local, credentials, check);
}

/**
 * Checks a local password for users who have one, and the directory for all others. A password is
 * hashed in both cases, so that the response time does not reveal local users.
 */
async function checkBoth(
  local: SignInDependencies,
  ldap: LdapSignIn,
  credentials: Credentials,
): Promise<UserRow | null> {
  const { email, password } = credentials;
  const stored = (await local.users.findByEmail(email))?.passwordHash ?? null;
  if (stored !== null) return checkLocal(local, credentials);
  const [user] = await Promise.all([
    ldap(email.trim(), password),
    local.passwords.verify(password, null),
  ]);
  return user;
}
