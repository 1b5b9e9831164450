import { normalizeEmail, type UserRepository, type UserRow } from '@sluice/database';
import type { SignInAttempts } from './attempts.js';
import type { PasswordHasher } from '../password-hashing/index.js';

/** Dependencies of {@link checkPassword}. */
export interface SignInDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'replacePasswordHash'>;
  passwords: PasswordHasher;
  attempts: SignInAttempts;
}

/** The credentials of a sign-in and the client address. */
export interface Credentials {
  email: string;
  password: string;
  /** Client address of the request. */
  address: string;
}

/** Returns the authenticated user; null when they are wrong. */
export type CheckCredentials = (credentials: Credentials) => Promise<UserRow | null>;

/**
 * Returns the user with this email address and password, else null. `check` replaces the local
 * check where LDAP is enabled. Every failure counts, whichever check fails.
 *
 * @throws AppError 429 after too many failures, 503 when too many sign-ins wait
 */
export async function checkPassword(
  deps: SignInDependencies,
  credentials: Credentials,
  check: CheckCredentials = (given) => checkLocal(deps, given),
): Promise<UserRow | null> {
  const { email, address } = credentials;
  const attempt = await deps.attempts.begin(normalizeEmail(email), address);
  try {
    const user = await check(credentials);
    if (user !== null) await attempt.succeeded();
    return user;
  } catch (error) {
    await attempt.abandoned().catch(() => undefined);
    throw error;
  }
}

/** Unknown, disabled and password-less users take as long as a wrong password. */
export async function checkLocal(
  { users, passwords }: Omit<SignInDependencies, 'attempts'>,
  { email, password }: Credentials,
): Promise<UserRow | null> {
  const user = await users.findByEmail(email);
  const stored = user === null || user.disabled ? null : user.passwordHash;
  const isRight = await passwords.verify(password, stored);
  if (!isRight || user === null || stored === null) return null;
  // The password may have been changed while it was hashed.
  if ((await users.findByEmail(email))?.passwordHash !== stored) return null;
  if (!passwords.isOutdated(stored)) return user;
  const passwordHash = await passwords.hash(password);
  await users.replacePasswordHash(user.id, stored, passwordHash);
  return { ...user, passwordHash };
}
