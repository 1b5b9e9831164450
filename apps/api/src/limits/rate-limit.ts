import { AppError } from '@sluice/errors';

/** Counts the actions of each user. */
export interface RateLimit {
  /** Counts one action. @throws AppError 429 with the limit's code */
  admit(userId: string): void;
}

/** Options of {@link createRateLimit}. */
export interface RateLimitOptions {
  /** Maximum per minute; 0 disables the limit. */
  max: number;
  code: string;
  title: string;
}

const WINDOW_MS = 60_000;

/** Limits the actions of each user per minute, counted in this process. */
export function createRateLimit(
  { max, code, title }: RateLimitOptions,
  now: () => number = () => performance.now(),
): RateLimit {
  let counts = new Map<string, number>();
  let beganAtMs = now();
  return {
    admit: (userId) => {
      if (max === 0) return;
      if (now() - beganAtMs >= WINDOW_MS) {
        counts = new Map();
        beganAtMs = now();
      }
      const count = counts.get(userId) ?? 0;
      if (count >= max) {
        const leftMs = WINDOW_MS - (now() - beganAtMs);
        throw new AppError(code, 429, title, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
      }
      counts.set(userId, count + 1);
    },
  };
}
