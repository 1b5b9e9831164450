/** Returns the result of the work and its duration in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<[value: T, takenMs: number]> {
  const startedAtMs = performance.now();
  const value = await work();
  return [value, performance.now() - startedAtMs];
}
