/**
 * Caches one value and reads it again when it is older than `maxAgeMs`. Concurrent callers share
 * one read. If a refresh fails, the old value stays in use; if the first read fails, its callers
 * receive the error and the next caller retries.
 */
export function createRefreshingValue<T>(
  read: () => Promise<T>,
  maxAgeMs: number,
): () => Promise<T> {
  let held: { value: T; readAtMs: number } | undefined;
  let reading: Promise<T> | undefined;
  const readOnce = async (): Promise<T> => {
    try {
      const value = await read();
      held = { value, readAtMs: performance.now() };
      return value;
    } catch (error) {
      if (held !== undefined) return held.value;
      throw error;
    } finally {
      reading = undefined;
    }
  };
  return () => {
    if (held !== undefined && performance.now() - held.readAtMs < maxAgeMs) {
      return Promise.resolve(held.value);
    }
    reading ??= readOnce();
    return reading;
  };
}
