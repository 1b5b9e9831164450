/** Concurrent calls of one result. */
const limit = 8;

/**
 * Runs `work` for each item, some at the same time. It rejects with the first failure, after all running calls have ended.
 */
export const inParallel = async <T, R>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const take = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at] as T;
      results[at] = await work(item, at).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
    }
  };
  const takers = Array.from({ length: Math.min(limit, items.length) }, take);
  const failed = (await Promise.allSettled(takers)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return results;
};
