import pLimit, { type LimitFunction } from 'p-limit';

/** Batches of one user that this process writes at the same time. */
export const MAX_WRITES_PER_USER = 2;

/** Runs a write when at most one other write of the user is under way; the order is kept. */
export type UserWrites = <Result>(userId: string, write: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds the batches that a user's concurrent requests write at the same time. Writes that do not
 * see each other get the same `turn`, so a flood written all at once would start several batches
 * before another user's single one. The bound also leaves database connections to other users.
 */
export function createUserWrites(): UserWrites {
  const limits = new Map<string, LimitFunction>();
  return async (userId, write) => {
    const limit = limits.get(userId) ?? pLimit(MAX_WRITES_PER_USER);
    limits.set(userId, limit);
    try {
      return await limit(write);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(userId);
    }
  };
}
