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
import type { NewPasswords, PasswordLinks } from '../passwords/index.js';
import { isAllowedDomain } from '../admission/index.js';
import type { PasswordHasher } from '../password-hashing/index.js';

/** What somebody without an account, or without its password, is let in with. */
export interface SignUpDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'create' | 'setPasswordByLink' | 'setFirstPassword'>;
  sessions: Pick<SessionRepository, 'removeForUser'>;
  passwords: Pick<PasswordHasher, 'hash'>;
  newPasswords: NewPasswords;
  links: Pick<PasswordLinks, 'isOpenedBy'>;
  attempts: SignInAttempts;
  audit: Audit;
  /** Who may sign up without an invitation while there is no password. */
  adminEmail: string | undefined;
  /** Whoever claims an address of these signs up. */
  allowedDomains: readonly string[];
}

/** What was asked for; refusals are alike whatever their reason. */
interface Claim {
  action: 'sign_up' | 'password_reset';
  body: PasswordReset;
  address: string;
  /** Gives the user whose password is this one by now; null: refused. */
  take(user: UserRow | null, passwordHash: string): Promise<UserRow | null>;
}

/**
 * Gives somebody a local account: the admin of the settings while that one has no password, whoever holds an
 * invitation, and new users of the allowed domains.
 *
 * @throws AppError 400 `Passwords do not match`, for a common password, and `User already signed up` for users
 * of the allowed domains; 401 for everything else; 429, 503 as signing in.
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

/** Sets a new password by a link, once. @throws AppError as {@link signUp}. */
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

/** Hashes and looks up whoever asks, and for whatever, so that time tells nothing either. */
async function claim(
  deps: SignUpDependencies,
  { action, body: { email, password, passwordConfirmation }, address, take }: Claim,
): Promise<void> {
  if (password !== passwordConfirmation) {
    const errors = [{ path: 'passwordConfirmation', message: 'is another password' }];
    throw badRequest(errors, 'Passwords do not match');
  }
  await deps.newPasswords.requireUncommon(password, [email]);
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
    // The next start would make an admin of whoever has that address.
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
  // Where everybody may sign up, a refusal tells this anyway.
  if (isAllowed) {
    throw badRequest([{ path: 'email', message: 'has signed up' }], 'User already signed up');
  }
  return null;
}
