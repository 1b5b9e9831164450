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

/** What {@link createPasswordSignIn} works with. */
export interface PasswordSignInDependencies {
  settings: ApiSettings;
  local: SignInDependencies;
  admission: AdmissionDependencies;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Whom a name and a password stand for: a local user, or one of LDAP where that is on. */
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
 * A local user with a password is checked here, everybody else by the directory. A password is hashed
 * for those as well: how long the answer takes must not tell which addresses are local users.
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
