import type { ApiSettings } from '@sluice/config';
import type { UserRow } from '@sluice/database';
import type { FastifyBaseLogger } from 'fastify';
import {
  checkLocal,
  checkPassword,
  type CheckCredentials,
  type Credentials,
  type SignInDependencies,
} from '../local-sign-in.js';
import type { AdmissionDependencies } from './admission.js';
import { directoryFrom } from './ldap/from-settings.js';
import { createLdapSignIn, type LdapSignIn } from './ldap/sign-in.js';

/** What {@link createPasswordSignIn} works with. */
export interface PasswordSignInDependencies {
  settings: ApiSettings;
  local: SignInDependencies;
  admission: AdmissionDependencies;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
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
