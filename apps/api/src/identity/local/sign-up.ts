import type { PasswordReset, SignUp } from '@sluice/contracts';
import {
  normalizeEmail,
  type SessionRepository,
  type UserRepository,
  type UserRow,
} from '@sluice/database';
import { AppError, badRequest, unauthorized } from '@sluice/errors';
import type { SignInAttempts } from './attempts.js';
import type { Audit } from '../../audit/index.js';
import type { PasswordPolicy, PasswordLinks } from '../passwords/index.js';
import { isAllowedDomain } from '../admission/index.js';
import type { PasswordHasher } from '../password-hashing/index.js';

/** Dependencies of {@link signUp} and {@link resetPassword}. */
export interface SignUpDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'create' | 'setPasswordByLink' | 'setFirstPassword'>;
  sessions: Pick<SessionRepository, 'removeForUser'>;
  passwords: Pick<PasswordHasher, 'hash'>;
  passwordPolicy: PasswordPolicy;
  links: Pick<PasswordLinks, 'isOpenedBy'>;
  attempts: SignInAttempts;
  audit: Audit;
  /** The address that may sign up without an invitation while it has no password. */
  adminEmail: string | undefined;
  /** Any address in these domains may sign up. */
  allowedDomains: readonly string[];
}

/** A request for an account; all refusals look the same. */
interface Claim {
  action: 'sign_up' | 'password_reset';
  body: PasswordReset;
  address: string;
  /** Sets the password and returns the user; null: refused. */
  take(user: UserRow | null, passwordHash: string): Promise<UserRow | null>;
}

/**
 * Creates a local account or sets its first password: for the configured admin who has no password
 * yet, for the holder of an invitation, and for new users in the allowed domains.
 *
 * @throws AppError 400 `Passwords do not match`, for a common password, and `User already signed
 * up` for users in the allowed domains; 401 in all other cases; 429 and 503 as for a sign-in
 */
export const signUp = (deps: SignUpDependencies, body: SignUp, address: string): Promise<void> =>
  claim(deps, {
    action: 'sign_up',
    body,
    address,
    take: (user, passwordHash) =>
      body.invitationId === undefined
        ? takeWithoutInvitation(deps, body, user, passwordHash)
        : takeByLink(deps, user, body.invitationId, passwordHash),
  });

/** Sets a new password with a link, once. @throws the errors of {@link signUp} */
export const resetPassword = (
  deps: SignUpDependencies,
  linkId: string,
  body: PasswordReset,
  address: string,
): Promise<void> =>
  claim(deps, {
    action: 'password_reset',
    body,
    address,
    take: (user, passwordHash) => takeByLink(deps, user, linkId, passwordHash),
  });

/** Hashes and looks up in every case, so that the response time discloses nothing. */
async function claim(
  deps: SignUpDependencies,
  { action, body: { email, password, passwordConfirmation }, address, take }: Claim,
): Promise<void> {
  if (password !== passwordConfirmation) {
    const errors = [{ path: 'passwordConfirmation', message: 'does not match the password' }];
    throw badRequest(errors, 'Passwords do not match');
  }
  await deps.passwordPolicy.requireUncommon(password, [email]);
  const attempt = await deps.attempts.begin(normalizeEmail(email), address);
  let known: UserRow | null = null;
  try {
    const passwordHash = await deps.passwords.hash(password);
    known = await deps.users.findByEmail(email);
    const user = await take(known, passwordHash);
    if (user === null) throw unauthorized();
    await attempt.succeeded();
    await deps.sessions.removeForUser(user.id);
    await deps.audit.record({ action, actor: user, target: `users/${user.id}`, address });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      const target = known === null ? null : `users/${known.id}`;
      await deps.audit.record({ action, outcome: 'refused', actor: null, target, address });
    } else {
      await attempt.abandoned().catch(() => undefined);
    }
    throw error;
  }
}

async function takeByLink(
  { users, links }: SignUpDependencies,
  user: UserRow | null,
  linkId: string,
  passwordHash: string,
): Promise<UserRow | null> {
  const isOpened = links.isOpenedBy(user, linkId);
  if (!isOpened || user === null || user.passwordResetNonce === null) return null;
  const isSet = await users.setPasswordByLink(user.id, user.passwordResetNonce, passwordHash);
  return isSet ? user : null;
}

async function takeWithoutInvitation(
  { users, adminEmail, allowedDomains }: SignUpDependencies,
  { email }: SignUp,
  user: UserRow | null,
  passwordHash: string,
): Promise<UserRow | null> {
  const isAdmin = adminEmail !== undefined && normalizeEmail(adminEmail) === normalizeEmail(email);
  const isAllowed = isAllowedDomain(email, allowedDomains);
  if (user === null) {
    // Otherwise the next start would make the owner of that address an admin.
    if (!isAllowed || isAdmin) return null;
    const created = await users.create({
      email,
      role: 'editor',
      passwordHash,
      isEmailProven: false,
    });
    if (created !== null) return created;
  } else if (isAdmin && user.passwordHash === null) {
    if (await users.setFirstPassword(user.id, passwordHash)) return user;
  }
  // In a domain that may sign up, this discloses nothing new.
  if (isAllowed) {
    throw badRequest(
      [{ path: 'email', message: 'is already signed up' }],
      'User already signed up',
    );
  }
  return null;
}
