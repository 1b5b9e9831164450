import { setTimeout as delay } from 'node:timers/promises';
import { connectError } from '../connect-error.js';
import { DriverError, type SessionOptions } from '../driver.js';
import { lostError } from '../lost.js';
import { deniedCodes } from './errors.js';
import { exchange } from './exchange.js';
import { identityQuery, parseHandle, type Handle } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** A session hears its end at its next check. */
const LOOK_EVERY_MS = 50;

/**
 * Ends the session that `executionId` names, if the very same still exists, and waits until it is gone.
 * Signal and time-out count for all of it.
 *
 * @throws DriverError when the server cannot be asked, or the session does not end in time
 */
export async function endSession(
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> {
  const handle = parseHandle(executionId);
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
    const started = await start({ ...settings, database: '' }, { ...options, signal });
    return await endOver(started, handle, signal);
  } catch (error) {
    throw connectError(error, deniedCodes);
  }
}

async function endOver(
  { wire, isMariaDb }: Started,
  { threadId, serverStart }: Handle,
  signal: AbortSignal,
): Promise<'stopped' | 'gone'> {
  const giveUp = (): void => {
    wire.destroy(lostError('The session did not end in time'));
  };
  signal.addEventListener('abort', giveUp, { once: true });
  const look = `select 1 from information_schema.processlist where id = ${threadId}`;
  const isThere = async (): Promise<boolean> => (await exchange(wire, look)).length > 0;
  try {
    const [[, start] = []] = await exchange(wire, identityQuery(isMariaDb));
    if (start !== serverStart || !(await isThere())) return 'gone';
    // Meanwhile it may have ended by itself.
    await exchange(wire, `KILL CONNECTION ${threadId}`).catch(async (error: unknown) => {
      if (wire.closed || (await isThere())) throw error;
    });
    while (await isThere()) await delay(LOOK_EVERY_MS);
    return 'stopped';
  } finally {
    signal.removeEventListener('abort', giveUp);
    await wire.bye();
  }
}
