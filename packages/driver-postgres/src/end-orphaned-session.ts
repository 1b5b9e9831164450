import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { endOrphanedSession } from '@sluice/driver-kit/session/end-orphaned-session';
import { lostError } from '@sluice/driver-kit/errors';
import { refusalCodes } from './errors.js';
import { exchange } from './exchange.js';
import { existsQuery, parseHandle, terminateQuery, type Handle } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';
import type { PostgresSocket } from './postgres-socket.js';

/** Polling interval in milliseconds. A backend handles its termination at the next interrupt check. */
const POLL_INTERVAL_MS = 50;

/**
 * Ends the session with this execution id if it still exists, and waits until it has ended.
 *
 * @throws DriverError if the server cannot be reached or the session does not end in time
 */
export async function endSession(
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> {
  if (/^-?\d+$/.test(executionId)) throw unconfirmed(executionId);
  return endOrphanedSession(executionId, options, {
    refusalCodes,
    parse: parseHandle,
    start: (startOptions) => start(settings, startOptions),
    end,
  });
}

const unconfirmed = (pid: string): DriverError =>
  new DriverError('connection', 'not_run', `Session ${pid} cannot be ended by its pid alone`, {
    detail:
      'The server did not confirm the pid and the start time of its backend, and a pid may belong to another session.',
  });

async function end({ socket }: Started, handle: Handle): Promise<'stopped' | 'gone'> {
  if ((await countRows(socket, terminateQuery(handle))) === 0) return 'gone';
  while ((await countRows(socket, existsQuery(handle))) > 0) await delay(POLL_INTERVAL_MS);
  return 'stopped';
}

/** Returns the row count of a query. @throws DriverError the server's error */
async function countRows(socket: PostgresSocket, sql: string): Promise<number> {
  if (socket.closed) throw lostError('The session did not end in time');
  const [answer] = await exchange(socket, [sql]);
  if (answer?.error) throw answer.error;
  return answer?.rows.length ?? 0;
}
