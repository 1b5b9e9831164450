import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserRow } from '@sluice/database';

/** The stored part of a link; it does not give access to an account. */
export interface StoredLink {
  passwordResetNonce: string | null;
  passwordResetExpiresAt: Date | null;
}

type LinkedUser = Pick<UserRow, 'id' | 'origin'> & StoredLink;

/** Single-use links with which a local user sets a password. */
export interface PasswordLinks {
  /**
   * Creates a link that replaces an earlier one; it is valid longer for a user without a password.
   */
  make(hasPassword: boolean): StoredLink;
  /** Returns the link's id while it is valid; otherwise null. */
  idOf(user: LinkedUser): string | null;
  /** Returns whether this is the user's valid link. Takes as long for an unknown user. */
  isOpenedBy(user: LinkedUser | null, id: string): boolean;
}

/** No link. */
export const NO_LINK: StoredLink = { passwordResetNonce: null, passwordResetExpiresAt: null };

const HOUR_MS = 3_600_000;
const RESET_MS = 24 * HOUR_MS;
const INVITATION_MS = 7 * 24 * HOUR_MS;

/**
 * A link is a keyed hash of the user's id and a nonce: neither the table nor the passphrase alone
 * reveals it, and no row is looked up by it.
 */
export function createPasswordLinks(passphrase: string): PasswordLinks {
  const key = Buffer.from(hkdfSync('sha256', passphrase, '', 'sluice/password-links', 32));
  const derive = (userId: string, nonce: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, nonce]))
      .digest();
  return {
    make: (hasPassword) => ({
      passwordResetNonce: randomBytes(16).toString('base64url'),
      passwordResetExpiresAt: new Date(Date.now() + (hasPassword ? RESET_MS : INVITATION_MS)),
    }),
    idOf: (user) => {
      const nonce = openNonce(user);
      return nonce === null ? null : derive(user.id, nonce).toString('base64url');
    },
    isOpenedBy: (user, id) => {
      const nonce = user === null ? null : openNonce(user);
      const wanted = derive(user?.id ?? '', nonce ?? '');
      const given = Buffer.from(id, 'base64url');
      const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
      return isSame && nonce !== null;
    },
  };
}

const openNonce = (user: LinkedUser): string | null => {
  const { origin, passwordResetNonce, passwordResetExpiresAt } = user;
  const isOpen = passwordResetExpiresAt !== null && passwordResetExpiresAt > new Date();
  return isOpen && origin === 'local' ? passwordResetNonce : null;
};
