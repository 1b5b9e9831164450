import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { endOrphanedSession } from '@sluice/driver-kit/session/end-orphaned-session';
import { refusalCodes } from './errors.js';
import { exchange } from './exchange.js';
import { identify, parseHandle, type Handle } from './handle.js';
import { killSql } from './kill.js';
import { isListed } from './processlist.js';
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

async function end(started: Started, handle: Handle): Promise<'stopped' | 'gone'> {
  const { socket, isMariaDb } = started;
  const exists = async (): Promise<boolean> => {
    const found = await isListed(started, handle.threadId);
    if (found === null) throw unreadable('The server does not list its sessions');
    return found;
  };
  const identity = await identify(started);
  if (identity?.server !== handle.server) {
    throw unreadable('Another server answered than the one that runs the session');
  }
  if (identity.serverStart !== handle.serverStart || !(await exists())) return 'gone';
  // The session may have ended meanwhile.
  await exchange(socket, killSql('connection', handle, isMariaDb)).catch(async (error: unknown) => {
    if (socket.closed || (await exists())) throw error;
  });
  while (await exists()) await delay(POLL_INTERVAL_MS);
  return 'stopped';
}

const unreadable = (title: string): DriverError => new DriverError('connection', 'not_run', title);
