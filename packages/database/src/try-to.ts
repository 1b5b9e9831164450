/** Returns the result of `work`; null if it throws, as decrypting does without the passphrase. */
export function tryTo<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
