import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserRow } from '@sluice/database';

/** What the database keeps of a link: nothing that opens an account. */
export interface StoredLink {
  passwordResetNonce: string | null;
  passwordResetExpiresAt: Date | null;
}

type LinkedUser = Pick<UserRow, 'id' | 'origin'> & StoredLink;

/** Links by which a local user sets a password, each once. */
export interface PasswordLinks {
  /** A new link, which takes the place of an earlier one; a user without a password gets a longer time. */
  make(hasPassword: boolean): StoredLink;
  /** What the link holds, while it is open; else null. */
  idOf(user: LinkedUser): string | null;
  /** Whether this is the user's open link. Costs the same for nobody. */
  isOpenedBy(user: LinkedUser | null, id: string): boolean;
}

/** No link. */
export const noLink: StoredLink = { passwordResetNonce: null, passwordResetExpiresAt: null };

const hourMs = 3_600_000;
const resetMs = 24 * hourMs;
const invitationMs = 7 * 24 * hourMs;

/**
 * A link is a keyed hash over the user's id and a nonce, so that neither the table nor the passphrase alone gives
 * it, and no row has to be found by it.
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
      passwordResetExpiresAt: new Date(Date.now() + (hasPassword ? resetMs : invitationMs)),
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
