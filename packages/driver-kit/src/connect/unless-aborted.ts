/**
 * Runs `work` and calls `giveUp` if the signal aborts meanwhile; `giveUp` must make `work` fail.
 * @throws the signal's reason if it has aborted before
 */
export async function unlessAborted<T>(
  signal: AbortSignal,
  giveUp: () => void,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
