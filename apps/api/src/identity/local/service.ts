import { normalizeEmail, type UserRepository, type UserRow } from '@sluice/database';
import type { SignInAttempts } from './attempts.js';
import type { PasswordHasher } from '../password-hashing/index.js';

/** What {@link checkPassword} works with. */
export interface SignInDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'replacePasswordHash'>;
  passwords: PasswordHasher;
  attempts: SignInAttempts;
}

/** What somebody who wants to sign in sends, and from where. */
export interface Credentials {
  email: string;
  password: string;
  /** Network address of the peer. */
  address: string;
}

/** Finds the user whom credentials prove; null when they prove nobody. */
export type CheckCredentials = (credentials: Credentials) => Promise<UserRow | null>;

/**
 * The user whose e-mail address and password these are, else null; by `check` where passwords are not
 * only ours. Every failure counts, whoever holds the password.
 *
 * @throws AppError 429 after too many failures, 503 when too many sign-ins wait.
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

/** Unknown, disabled and password-less users cost the same work as a wrong password. */
export async function checkLocal(
  { users, passwords }: Omit<SignInDependencies, 'attempts'>,
  { email, password }: Credentials,
): Promise<UserRow | null> {
  const user = await users.findByEmail(email);
  const stored = user === null || user.disabled ? null : user.passwordHash;
  const isRight = await passwords.verify(password, stored);
  if (!isRight || user === null || stored === null) return null;
  // Hashing takes a while, in which the password may have been changed.
  if ((await users.findByEmail(email))?.passwordHash !== stored) return null;
  if (!passwords.isOutdated(stored)) return user;
  const passwordHash = await passwords.hash(password);
  await users.replacePasswordHash(user.id, stored, passwordHash);
  return { ...user, passwordHash };
}
