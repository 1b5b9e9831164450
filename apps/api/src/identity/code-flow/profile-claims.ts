import type { Role } from '@sluice/contracts';

/** The claims of a provider about a user. */
export type Claims = Readonly<Record<string, unknown>>;

/** An email address, and whether the provider has verified it. */
export interface ClaimedEmail {
  /** Empty when there is no usable address. */
  email: string;
  isEmailVerified: boolean;
}

const MAX_SUBJECT_LENGTH = 255;
const MAX_EMAIL_LENGTH = 320;
const MAX_NAME_LENGTH = 255;

/** Returns the user's identifier at the provider; null when it is unusable. */
export function subjectOf(value: unknown): string | null {
  const text = textOf(value, MAX_SUBJECT_LENGTH);
  // Identifiers that differ in white space are different users.
  return text === value ? text : null;
}

/** Returns the display name; null when there is none. */
export const nameOf = (value: unknown): string | null => textOf(value, MAX_NAME_LENGTH);

/**
 * Returns the address of the first source that verifies it. The address and its verification always
 * come from the same source, a user name is never used as an address, and only `true` counts as
 * verified.
 */
export function emailOf(
  sources: readonly Claims[],
  proofs: readonly string[] = ['email_verified'],
): ClaimedEmail {
  const found = sources.flatMap((claims) => {
    const email = addressOf(claims['email']);
    if (email === null) return [];
    const said = proofs.map((proof) => claims[proof]).filter((value) => value !== undefined);
    return [{ email, isEmailVerified: said.length > 0 && said.every((value) => value === true) }];
  });
  const proved = found.find(({ isEmailVerified }) => isEmailVerified);
  return proved ?? found[0] ?? { email: '', isEmailVerified: false };
}

/** Returns the role in a `roles` claim (array or string); null when it contains no known role. */
export function roleOf(claim: unknown): Role | null {
  const held: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  if (held.includes('admin')) return 'admin';
  return held.includes('editor') ? 'editor' : null;
}

function addressOf(value: unknown): string | null {
  const text = textOf(value, MAX_EMAIL_LENGTH);
  // Characters such as the Kelvin sign become other letters in lower case: another user's address.
  if (text === null || text.normalize('NFKC') !== text) return null;
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}

/** PostgreSQL cannot store NUL and lone surrogates; names contain no other control characters. */
const unfit = /[\p{Cc}\p{Surrogate}\uFFFE]/u;

function textOf(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' || value.length > maxLength || unfit.test(value)) return null;
  const text = value.trim();
  return text === '' ? null : text;
}
