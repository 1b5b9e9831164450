import { AppError } from '@sluice/errors';

/** Counts what each user has read anew. */
export interface ReloadLimit {
  /** Counts one. @throws AppError 429 `too_many_reloads` */
  admit(userId: string): void;
}

const windowMs = 60_000;

/** Allows each user `mostPerMinute` in a minute, counted by this process; each costs a worker and a database work. */
export function createReloadLimit(
  mostPerMinute = 30,
  now: () => number = () => performance.now(),
): ReloadLimit {
  let counts = new Map<string, number>();
  let beganAtMs = now();
  return {
    admit: (userId) => {
      if (now() - beganAtMs >= windowMs) {
        counts = new Map();
        beganAtMs = now();
      }
      const count = counts.get(userId) ?? 0;
      if (count >= mostPerMinute) {
        const leftMs = windowMs - (now() - beganAtMs);
        throw new AppError('too_many_reloads', 429, 'Too many schemas were read anew', {
          retryAfterSeconds: Math.ceil(leftMs / 1_000),
        });
      }
      counts.set(userId, count + 1);
    },
  };
}
