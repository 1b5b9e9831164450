import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { isQueryId } from './addresses.js';
import { isRecord } from './answer.js';
import type { Client } from './client.js';
import { open } from './connect.js';
import { query } from './query.js';
import type { Settings } from './settings.js';

/** A statement that was told to stop has so long to do so. */
const STOP_MS = 10_000;
const LOOK_AGAIN_MS = 100;

const running = new Set([
  'RUNNING',
  'RESUMING_WAREHOUSE',
  'QUEUED',
  'QUEUED_REPARING_WAREHOUSE',
  'BLOCKED',
  'ABORTING',
]);

/** What the server says of a statement; null when it knows none. */
interface Seen {
  status: string;
  sessionId: string | null;
}

/** Ends a statement of any session of the same user, and its session. @see Driver.cancelOrphan */
export async function endStatement(
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> {
  if (!isQueryId(executionId)) {
    throw new DriverError('internal', 'not_run', 'This is no id of a statement');
  }
  // What a session of the user runs first may need what is not there any more.
  const client = await open({ ...settings, preQueryStatements: '' }, options);
  try {
    return await end(client, executionId);
  } finally {
    await client.end();
  }
}

async function end(client: Client, queryId: string): Promise<'stopped' | 'gone'> {
  const seen = await look(client, queryId);
  const wasRunning = seen !== null && running.has(seen.status);
  if (wasRunning) await query(client, `select system$cancel_query('${queryId}')`);
  const status = wasRunning ? await ended(client, queryId) : null;
  // Its transaction and its locks last as long as the session, which nobody holds any more.
  if (seen?.sessionId != null) {
    await query(client, `select system$abort_session(${seen.sessionId})`).catch(() => undefined);
  }
  return status === null || status === 'SUCCESS' ? 'gone' : 'stopped';
}

async function ended(client: Client, queryId: string): Promise<string> {
  const giveUpAtMs = Date.now() + STOP_MS;
  for (;;) {
    const { status } = (await look(client, queryId)) ?? { status: 'ABORTED' };
    if (!running.has(status)) return status;
    if (Date.now() > giveUpAtMs) {
      throw new DriverError('timeout', 'unknown', 'The statement did not stop in time');
    }
    await delay(LOOK_AGAIN_MS);
  }
}

async function look(client: Client, queryId: string): Promise<Seen | null> {
  const { data } = await client.request('GET', `/monitoring/queries/${queryId}`);
  const queries: unknown = data['queries'];
  const found: unknown = Array.isArray(queries) ? queries[0] : undefined;
  if (!isRecord(found) || typeof found['status'] !== 'string') return null;
  const sessionId = String(found['sessionId']);
  return { status: found['status'], sessionId: /^\d{1,20}$/.test(sessionId) ? sessionId : null };
}
