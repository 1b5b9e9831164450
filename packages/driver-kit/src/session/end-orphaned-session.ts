import { connectError, type RefusalCodes } from '../connect/connect-error.js';
import { DriverError, type SessionOptions } from '../contract/driver.js';
import type { SignInOptions } from '../connect/establish.js';
import type { SessionSocket } from '../connect/session-socket.js';
import { lostError } from '../errors.js';
import { unlessAborted } from '../connect/unless-aborted.js';

/** Steps that end a session from another session. */
export interface SessionTermination<Started, Handle> {
  refusalCodes: RefusalCodes;
  /** Parses an execution id; null if it does not identify exactly one session. */
  parse: (executionId: string) => Handle | null;
  start: (options: SignInOptions) => Promise<Started>;
  /** Ends the session if it still exists, and waits until it has ended. */
  end: (started: Started, handle: Handle) => Promise<'stopped' | 'gone'>;
}

/**
 * Ends the session with this execution id. The signal and the timeout apply to the whole operation.
 *
 * @throws DriverError if the server cannot be reached or the session does not end in time
 */
export async function endOrphanedSession<Started extends { socket: SessionSocket }, Handle>(
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
  { refusalCodes, parse, start, end }: SessionTermination<Started, Handle>,
): Promise<'stopped' | 'gone'> {
  const handle = parse(executionId);
  if (handle === null) {
    throw new DriverError('internal', 'not_run', `Invalid session ID: ${executionId}`);
  }
  const limit = AbortSignal.timeout(options.connectTimeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  try {
    const started = await start({ ...options, signal });
    const { socket } = started;
    const giveUp = (): void => {
      socket.destroy(lostError('The session did not end in time'));
    };
    try {
      return await unlessAborted(signal, giveUp, () => end(started, handle));
    } finally {
      await socket.closeGracefully();
    }
  } catch (error) {
    throw connectError(error, refusalCodes);
  }
}
