import type { Role } from '@sluice/contracts';

/** What a provider says of somebody, under its own names. */
export type Claims = Readonly<Record<string, unknown>>;

/** An address, and whether the provider vouches for it. */
export interface ClaimedEmail {
  /** Empty when there is none that could be used. */
  email: string;
  isEmailVerified: boolean;
}

const longestSubject = 255;
const longestEmail = 320;
const longestName = 255;

/** Who it is at the provider; null when that cannot be told. */
export function subjectOf(value: unknown): string | null {
  const text = textOf(value, longestSubject);
  // Two names that differ by white space are two people.
  return text === value ? text : null;
}

/** The name to show; null when there is none. */
export const nameOf = (value: unknown): string | null => textOf(value, longestName);

/**
 * The address of the first source that vouches for its own. An address and its proof are never taken
 * from two sources, nor is a user name taken for an address. Nothing but `true` is a proof.
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

/** The role that a `roles` claim holds, a list or one word; null when it holds none of ours. */
export function roleOf(claim: unknown): Role | null {
  const held: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  if (held.includes('admin')) return 'admin';
  return held.includes('editor') ? 'editor' : null;
}

function addressOf(value: unknown): string | null {
  const text = textOf(value, longestEmail);
  // Letters such as the Kelvin sign become others in lower case: somebody else's address.
  if (text === null || text.normalize('NFKC') !== text) return null;
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}

/** NUL and lone surrogates cannot be stored; other control characters belong in no name. */
const unfit = /[\p{Cc}\p{Surrogate}\uFFFE]/u;

function textOf(value: unknown, longest: number): string | null {
  if (typeof value !== 'string' || value.length > longest || unfit.test(value)) return null;
  const text = value.trim();
  return text === '' ? null : text;
}
