import { setTimeout as delay } from 'node:timers/promises';
import type { SessionOptions } from '@sluice/driver-kit';
import { endOrphanedSession } from '@sluice/driver-kit/session/end-orphaned-session';
import { lostError } from '@sluice/driver-kit/errors';
import { refusalCodes } from './errors.js';
import { exchange } from './exchange.js';
import { parseHandle, startFormat, type Handle } from './handle.js';
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
export const endSession = (
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> =>
  endOrphanedSession(executionId, options, {
    refusalCodes,
    parse: parseHandle,
    start: (startOptions) => start(settings, startOptions),
    end,
  });

async function end(
  { socket }: Started,
  { pid, backendStart }: Handle,
): Promise<'stopped' | 'gone'> {
  const thisOne = `from pg_catalog.pg_stat_activity where pid = ${pid}
    and pg_catalog.to_char(backend_start at time zone 'UTC', '${startFormat}') = '${backendStart}'`;
  if ((await countRows(socket, `select pg_catalog.pg_terminate_backend(pid) ${thisOne}`)) === 0) {
    return 'gone';
  }
  while ((await countRows(socket, `select 1 ${thisOne}`)) > 0) await delay(POLL_INTERVAL_MS);
  return 'stopped';
}

/** Returns the row count of a query. @throws DriverError the server's error */
async function countRows(socket: PostgresSocket, sql: string): Promise<number> {
  if (socket.closed) throw lostError('The session did not end in time');
  const [answer] = await exchange(socket, [sql]);
  if (answer?.error) throw answer.error;
  return answer?.rows.length ?? 0;
}
