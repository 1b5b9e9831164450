import { AppError } from '@sluice/errors';

/** Counts what each user does. */
export interface MinuteLimit {
  /** Counts one. @throws AppError 429 with the limit's code */
  admit(userId: string): void;
}

/** What a {@link MinuteLimit} allows, and how it refuses more. */
export interface MinuteLimitOptions {
  /** In a minute; 0 = any number. */
  most: number;
  code: string;
  title: string;
}

const windowMs = 60_000;

/** Allows each user so many in a minute, counted by this process. */
export function createMinuteLimit(
  { most, code, title }: MinuteLimitOptions,
  now: () => number = () => performance.now(),
): MinuteLimit {
  let counts = new Map<string, number>();
  let beganAtMs = now();
  return {
    admit: (userId) => {
      if (most === 0) return;
      if (now() - beganAtMs >= windowMs) {
        counts = new Map();
        beganAtMs = now();
      }
      const count = counts.get(userId) ?? 0;
      if (count >= most) {
        const leftMs = windowMs - (now() - beganAtMs);
        throw new AppError(code, 429, title, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
      }
      counts.set(userId, count + 1);
    },
  };
}
