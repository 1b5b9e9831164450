import type { FailureLimits, SignInFailureRepository } from '@sluice/database';
import { AppError } from '@sluice/errors';
import { networkOf } from '../../limits/index.js';

/** Counts failed sign-ins per account and network, for all API processes together. */
export interface SignInAttempts {
  /**
   * Counts an attempt before it is checked, so that parallel guesses cannot outrun the limit.
   *
   * @throws AppError 429 `too_many_attempts` with Retry-After.
   */
  begin(account: string, address: string): Promise<Attempt>;
}

/** One attempt under way; call one of the two, or neither: then it stays counted as failed. */
export interface Attempt {
  /** The credentials were right: the counts start anew. */
  succeeded(): Promise<void>;
  /** It could not be checked at all: as if it had not been. */
  abandoned(): Promise<void>;
}

/**
 * An attacker is held back where he is: the account's owner can still come in from elsewhere, and from
 * a network that the account is known on even while many others fail.
 */
export const usualLimits: FailureLimits = {
  perAccountAndNetwork: 10,
  perNetwork: 300,
  perAccount: 100,
  windowSeconds: 15 * 60,
};

/** At most 10 failures in 15 minutes per account and network (/24 or /64), and ceilings over all. */
export function createSignInAttempts(
  failures: SignInFailureRepository,
  limits: FailureLimits = usualLimits,
): SignInAttempts {
  return {
    begin: async (account, address) => {
      const network = networkOf(address);
      const waitSeconds = await failures.begin(account, network, limits);
      if (waitSeconds !== null) {
        throw new AppError('too_many_attempts', 429, 'Too many failed sign-ins; wait a while', {
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
