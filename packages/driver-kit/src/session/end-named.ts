import { connectError, type RefusalCodes } from '../connect/connect-error.js';
import { DriverError, type SessionOptions } from '../contract/driver.js';
import type { SignInOptions } from '../connect/establish.js';
import type { Line } from '../connect/session-socket.js';
import { lostError } from '../errors.js';
import { unlessAborted } from '../connect/unless-aborted.js';

/** How an engine ends a session from another one. */
export interface EndingNamed<Started, Handle> {
  refusalCodes: RefusalCodes;
  /** What an execution id names; null for nothing that is certain. */
  parse: (executionId: string) => Handle | null;
  start: (options: SignInOptions) => Promise<Started>;
  /** Ends the session, if the very same still exists, and waits until it is gone. */
  end: (started: Started, handle: Handle) => Promise<'stopped' | 'gone'>;
}

/**
 * Ends the session that `executionId` names. Signal and time-out count for all of it.
 *
 * @throws DriverError when the server cannot be asked, or the session does not end in time
 */
export async function endNamed<Started extends { wire: Line }, Handle>(
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
  { refusalCodes, parse, start, end }: EndingNamed<Started, Handle>,
): Promise<'stopped' | 'gone'> {
  const handle = parse(executionId);
  if (handle === null) {
    throw new DriverError(
      'internal',
      'not_run',
      `${executionId} does not name a session for certain`,
    );
  }
  const limit = AbortSignal.timeout(options.connectTimeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  try {
    const started = await start({ ...options, signal });
    const { wire } = started;
    const giveUp = (): void => {
      wire.destroy(lostError('The session did not end in time'));
    };
    try {
      return await unlessAborted(signal, giveUp, () => end(started, handle));
    } finally {
      await wire.bye();
    }
  } catch (error) {
    throw connectError(error, refusalCodes);
  }
}
