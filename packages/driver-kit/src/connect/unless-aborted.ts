/** Does the work; when the signal aborts meanwhile, `giveUp` has to make it fail. */
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
