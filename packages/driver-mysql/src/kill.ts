import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { lostError } from '@sluice/driver-kit/errors';
import { exchange } from './exchange.js';
import { start, type Started } from './startup.js';
import type { Settings } from './settings.js';

/** A request that gets no answer must not hold its statement's end for longer. */
const REQUEST_MS = 5_000;

/**
 * Stops what a session runs (`query`), or the session itself (`connection`), over a session of its own.
 * Once this resolves, the server has done it and no later statement is meant. Never rejects; `withdrawn`
 * stops a request that has not been sent yet.
 */
export async function kill(
  what: 'query' | 'connection',
  { threadId, way }: Pick<Started, 'threadId' | 'way'>,
  settings: Settings,
  options: Omit<SignInOptions, 'signal'>,
  withdrawn: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.timeout(REQUEST_MS);
  const signal = AbortSignal.any([withdrawn, limit]);
  try {
    const { wire } = await start(
      { ...settings, database: '' },
      { ...options, targets: way, signal },
    );
    limit.addEventListener('abort', () => {
      wire.destroy(lostError());
    });
    if (!withdrawn.aborted) await exchange(wire, `KILL ${what} ${String(threadId)}`);
    await wire.bye();
  } catch {
    // The next step is the answer to a request that could not be sent.
  }
}
