import { isIPv6 } from 'node:net';
import { AppError } from '@sluice/errors';

/** Counts failed sign-ins per account and network, in this process. */
export interface SignInAttempts {
  /**
   * Counts an attempt before it is checked, so that parallel guesses cannot outrun the limit.
   *
   * @throws AppError 429 `too_many_attempts` with Retry-After.
   */
  begin(account: string, address: string): Attempt;
}

/** One attempt under way; call one of the two, or neither: then it stays counted as failed. */
export interface Attempt {
  /** The credentials were right: the count starts anew. */
  succeeded(): void;
  /** It could not be checked at all: as if it had not been. */
  abandoned(): void;
}

/** Options of {@link createSignInAttempts}. */
export interface SignInAttemptOptions {
  maxFailures?: number;
  windowMs?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

interface Count {
  failures: number;
  endsAtMs: number;
}

const maxCounts = 50_000;

/** At most 10 failures in 15 minutes per account and network (/24 or /64). */
export function createSignInAttempts({
  maxFailures = 10,
  windowMs = 15 * 60_000,
  now = () => performance.now(),
}: SignInAttemptOptions = {}): SignInAttempts {
  const counts = new Map<string, Count>();
  return {
    begin: (account, address) => {
      const key = `${account}|${networkOf(address)}`;
      const count = current(counts.get(key), now()) ?? { failures: 0, endsAtMs: now() + windowMs };
      if (count.failures >= maxFailures) {
        throw new AppError('too_many_attempts', 429, 'Too many failed sign-ins; wait a while', {
          retryAfterSeconds: Math.ceil((count.endsAtMs - now()) / 1000),
        });
      }
      count.failures += 1;
      counts.set(key, count);
      if (counts.size > maxCounts) forgetOldest(counts);
      return {
        succeeded: () => void counts.delete(key),
        abandoned: () => void (count.failures -= 1),
      };
    },
  };
}

const current = (count: Count | undefined, nowMs: number): Count | undefined =>
  count === undefined || count.endsAtMs <= nowMs ? undefined : count;

/** Maps keep the order of insertion. */
function forgetOldest(counts: Map<string, Count>): void {
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}

/** Whoever has one address of a network has its neighbours too. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address)
    ? address.split(':').slice(0, 4).join(':')
    : address.split('.').slice(0, 3).join('.');
}
