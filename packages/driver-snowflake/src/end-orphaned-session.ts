import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { isQueryId } from './addresses.js';
import { isRecord } from './answer.js';
import type { Client } from './client.js';
import { open } from './connect.js';
import { query } from './query.js';
import type { Settings } from './settings.js';

/** Milliseconds a cancelled statement has to stop. */
const STOP_MS = 10_000;
/** Milliseconds until a statement that was just submitted has a status. */
const APPEAR_MS = 3_000;
const POLL_INTERVAL_MS = 100;

/** Status of a statement that the server does not know yet. */
const NO_DATA = 'NO_DATA';

const running = new Set([
  'RUNNING',
  'RESUMING_WAREHOUSE',
  'QUEUED',
  'QUEUED_REPARING_WAREHOUSE',
  'BLOCKED',
  'ABORTING',
]);

/** State of a statement on the server. */
interface StatementStatus {
  status: string;
  sessionId: string | null;
}

/** Cancels a statement of any session of the same user, and ends its session. @see Driver.cancelOrphan */
export async function endStatement(
  settings: Settings,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> {
  if (!isQueryId(executionId)) {
    throw new DriverError('internal', 'not_run', 'Invalid Snowflake query ID');
  }
  // The connection's first statements are skipped: they may depend on objects that no longer exist.
  const client = await open({ ...settings, preQueryStatements: '' }, options);
  try {
    return await end(client, executionId);
  } finally {
    await client.end();
  }
}

async function end(client: Client, queryId: string): Promise<'stopped' | 'gone'> {
  const cancel = () => query(client, `select system$cancel_query('${queryId}')`);
  const found = await appeared(client, queryId);
  if (found === null) {
    // The server may have accepted a statement that it does not list.
    await cancel().catch(() => undefined);
    return 'gone';
  }
  const wasRunning = running.has(found.status);
  if (wasRunning) await cancel();
  const status = wasRunning ? await ended(client, queryId) : null;
  // No process owns the session, and its transaction and locks last as long as it does.
  if (found.sessionId !== null) {
    await query(client, `select system$abort_session(${found.sessionId})`).catch(() => undefined);
  }
  return status === null || status === 'SUCCESS' ? 'gone' : 'stopped';
}

/** Returns the status of a statement, which appears some time after its submission; null if it does not. */
async function appeared(client: Client, queryId: string): Promise<StatementStatus | null> {
  const giveUpAtMs = Date.now() + APPEAR_MS;
  for (;;) {
    const found = await statusOf(client, queryId);
    if (found !== null || Date.now() > giveUpAtMs) return found;
    await delay(POLL_INTERVAL_MS);
  }
}

async function ended(client: Client, queryId: string): Promise<string> {
  const giveUpAtMs = Date.now() + STOP_MS;
  for (;;) {
    const found = await statusOf(client, queryId);
    if (found !== null && !running.has(found.status)) return found.status;
    if (Date.now() > giveUpAtMs) {
      throw new DriverError('timeout', 'unknown', 'The statement did not stop in time');
    }
    await delay(POLL_INTERVAL_MS);
  }
}

/** Returns the status; null while the server has no data about the statement. */
async function statusOf(client: Client, queryId: string): Promise<StatementStatus | null> {
  const { data } = await client.request('GET', `/monitoring/queries/${queryId}`);
  const queries: unknown = data['queries'];
  const found: unknown = Array.isArray(queries) ? queries[0] : undefined;
  if (!isRecord(found) || typeof found['status'] !== 'string') return null;
  if (found['status'] === NO_DATA) return null;
  const sessionId = String(found['sessionId']);
  return { status: found['status'], sessionId: /^\d{1,20}$/.test(sessionId) ? sessionId : null };
}
