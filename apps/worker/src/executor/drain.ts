import type { ActiveBatches } from '../claim/index.js';

/** Waits up to `graceMs` for running batches (not at all once the lease is lost), then stops the rest. */
export async function drain(
  active: ActiveBatches,
  graceMs: number,
  leaseLost: AbortSignal,
): Promise<void> {
  const waiting = new AbortController();
  const waited = AbortSignal.any([waiting.signal, leaseLost]);
  const graceEnded = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (waited.aborted) end();
    else waited.addEventListener('abort', end);
  });
  await Promise.race([active.idle(), graceEnded]);
  waiting.abort();
  active.stopAll('restart');
  await active.idle();
}
