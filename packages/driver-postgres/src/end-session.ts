import { setTimeout as delay } from 'node:timers/promises';
import type { SessionOptions } from '@sluice/driver-kit';
import { endNamed } from '@sluice/driver-kit/session/end-named';
import { lostError } from '@sluice/driver-kit/errors';
import { refusalCodes } from './errors.js';
import { exchange } from './exchange.js';
import { parseHandle, startFormat, type Handle } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';
import type { Wire } from './wire.js';

/** A backend hears its end at its next check for interrupts. */
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
    start: (startOptions) => start(settings, startOptions),
    end,
  });

async function end({ wire }: Started, { pid, backendStart }: Handle): Promise<'stopped' | 'gone'> {
  const thisOne = `from pg_catalog.pg_stat_activity where pid = ${pid}
    and pg_catalog.to_char(backend_start at time zone 'UTC', '${startFormat}') = '${backendStart}'`;
  if ((await ask(wire, `select pg_catalog.pg_terminate_backend(pid) ${thisOne}`)) === 0) {
    return 'gone';
  }
  while ((await ask(wire, `select 1 ${thisOne}`)) > 0) await delay(LOOK_EVERY_MS);
  return 'stopped';
}

/** How many rows came. @throws DriverError what the server said */
async function ask(wire: Wire, sql: string): Promise<number> {
  if (wire.closed) throw lostError('The session did not end in time');
  const [answer] = await exchange(wire, [sql]);
  if (answer?.error) throw answer.error;
  return answer?.rows.length ?? 0;
}
