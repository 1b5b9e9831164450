import type { FailureLimits, SignInFailureRepository } from '@sluice/database';
import { AppError } from '@sluice/errors';
import { networkOf } from '../../limits/index.js';

/** Counts failed sign-ins by account and network, shared by all API processes. */
export interface SignInAttempts {
  /**
   * Counts an attempt before it is checked, so that parallel guesses cannot exceed the limit.
   *
   * @throws AppError 429 `too_many_attempts` with Retry-After
   */
  begin(account: string, address: string): Promise<Attempt>;
}

/** An attempt in progress. Call one of the methods, or none: then it remains counted as failed. */
export interface Attempt {
  /** The credentials were right: resets the counts. */
  succeeded(): Promise<void>;
  /** The credentials could not be checked: removes the attempt from the counts. */
  abandoned(): Promise<void>;
}

/**
 * The limits apply to the attacker's network: the owner of the account can still sign in from other
 * networks, and from a network known for the account even while many others fail.
 */
export const DEFAULT_LIMITS: FailureLimits = {
  perAccountAndNetwork: 10,
  perNetwork: 300,
  perAccount: 100,
  windowSeconds: 15 * 60,
};

/**
 * Limits failures to 10 in 15 minutes for an account and network (/24 or /64), with further limits
 * for each account and each network.
 */
export function createSignInAttempts(
  failures: SignInFailureRepository,
  limits: FailureLimits = DEFAULT_LIMITS,
): SignInAttempts {
  return {
    begin: async (account, address) => {
      const network = networkOf(address);
      const waitSeconds = await failures.begin(account, network, limits);
      if (waitSeconds !== null) {
        throw new AppError('too_many_attempts', 429, 'Too many failed sign-ins. Retry later.', {
          retryAfterSeconds: waitSeconds,
        });
      }
      return {
        succeeded: () => failures.succeeded(account, network),
        abandoned: () => failures.abandoned(account, network),
      };
    },
  };
}
