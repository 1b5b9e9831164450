/**
 * Reads something when it is first asked for and again once it is older than `maxAgeMs`. Callers share
 * one reading. While reading anew fails the old value serves on; a first failure goes to those who wait,
 * and the next caller tries again.
 */
export function createRenewed<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
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
