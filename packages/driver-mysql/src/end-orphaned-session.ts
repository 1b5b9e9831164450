import { setTimeout as delay } from 'node:timers/promises';
import type { SessionOptions } from '@sluice/driver-kit';
import { endOrphanedSession } from '@sluice/driver-kit/session/end-orphaned-session';
import { refusalCodes } from './errors.js';
import { exchange } from './exchange.js';
import { identityQuery, parseHandle, type Handle } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** Polling interval in milliseconds. A session handles its KILL at the next check. */
const POLL_INTERVAL_MS = 50;

/**
 * Ends the session with this execution id if it still exists, and waits until it has ended.
 *
 * @throws DriverError if the server cannot be reached or the session does not end in time
 */
export const endSession = (
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> =>
  endOrphanedSession(executionId, options, {
    refusalCodes,
    parse: parseHandle,
    start: (startOptions) => start({ ...settings, database: '' }, startOptions),
    end,
  });

async function end(
  { socket, isMariaDb }: Started,
  { threadId, serverStart }: Handle,
): Promise<'stopped' | 'gone'> {
  const look = `select 1 from information_schema.processlist where id = ${threadId}`;
  const exists = async (): Promise<boolean> => (await exchange(socket, look)).length > 0;
  const [[, start] = []] = await exchange(socket, identityQuery(isMariaDb));
  if (start !== serverStart || !(await exists())) return 'gone';
  // The session may have ended meanwhile.
  await exchange(socket, `KILL CONNECTION ${threadId}`).catch(async (error: unknown) => {
    if (socket.closed || (await exists())) throw error;
  });
  while (await exists()) await delay(POLL_INTERVAL_MS);
  return 'stopped';
}
