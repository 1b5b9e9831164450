import { setTimeout as delay } from 'node:timers/promises';
import type { SessionOptions } from '@sluice/driver-kit';
import { endNamed } from '@sluice/driver-kit/session/end-named';
import { refusalCodes } from './errors.js';
import { exchange } from './exchange.js';
import { identityQuery, parseHandle, type Handle } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** A session hears its end at its next check. */
const LOOK_EVERY_MS = 50;

/**
 * Ends the session that `executionId` names, if the very same still exists, and waits until it is gone.
 *
 * @throws DriverError when the server cannot be asked, or the session does not end in time
 */
export const endSession = (
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> =>
  endNamed(executionId, options, {
    refusalCodes,
    parse: parseHandle,
    start: (startOptions) => start({ ...settings, database: '' }, startOptions),
    end,
  });

async function end(
  { wire, isMariaDb }: Started,
  { threadId, serverStart }: Handle,
): Promise<'stopped' | 'gone'> {
  const look = `select 1 from information_schema.processlist where id = ${threadId}`;
  const isThere = async (): Promise<boolean> => (await exchange(wire, look)).length > 0;
  const [[, start] = []] = await exchange(wire, identityQuery(isMariaDb));
  if (start !== serverStart || !(await isThere())) return 'gone';
  // Meanwhile it may have ended by itself.
  await exchange(wire, `KILL CONNECTION ${threadId}`).catch(async (error: unknown) => {
    if (wire.closed || (await isThere())) throw error;
  });
  while (await isThere()) await delay(LOOK_EVERY_MS);
  return 'stopped';
}
