import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { lostError } from '@sluice/driver-kit/errors';
import { exchange } from './exchange.js';
import { start, type Started } from './startup.js';
import type { Settings } from './settings.js';

/** Timeout in milliseconds of a request without a response. */
const REQUEST_MS = 5_000;

/**
 * Ends the running statement (`query`) or the session (`connection`) from a new session. Once this resolves, no
 * later statement can be affected. Never rejects; `withdrawn` drops a request that has not been sent.
 */
export async function kill(
  what: 'query' | 'connection',
  { threadId, targets }: Pick<Started, 'threadId' | 'targets'>,
  settings: Settings,
  options: Omit<SignInOptions, 'signal'>,
  withdrawn: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.timeout(REQUEST_MS);
  const signal = AbortSignal.any([withdrawn, limit]);
  try {
    const { socket } = await start({ ...settings, database: '' }, { ...options, targets, signal });
    limit.addEventListener('abort', () => {
      socket.destroy(lostError());
    });
    if (!withdrawn.aborted) await exchange(socket, `KILL ${what} ${String(threadId)}`);
    await socket.closeGracefully();
  } catch {
    // The next escalation step handles a request that could not be sent.
  }
}
