import type { Batch, ConnectionClient } from '@sluice/contracts';
import { ApiError, call } from '../http/client.js';
import { readStoredInWindow, writeStoredInWindow } from '../ui/browser-storage.js';
import { currentTabs, onTabsChange } from '../tabs/tabs.js';
import { createStore, useStore } from '../ui/store.js';

/**
 * The connection client of a tab. `lost`: the session ended unexpectedly, and its transaction, temporary tables
 * and settings are gone.
 */
export interface Session {
  clientId: string;
  connectionId: string;
  state: 'open' | 'lost';
  /** Milliseconds between keep-alive requests. */
  keepAliveMs: number;
}

type Sessions = Record<string, Session>;

const MAX_KEEP_ALIVE_MS = 10_000;
const MIN_KEEP_ALIVE_MS = 250;

/**
 * Returns a third of the time until expiry, so that two requests may be lost. Both times come from the service,
 * whose clock may differ from this one.
 */
const keepAliveMsOf = ({ lastKeepAliveAt, expiresAt }: ConnectionClient): number =>
  Math.min(
    MAX_KEEP_ALIVE_MS,
    Math.max(MIN_KEEP_ALIVE_MS, (Date.parse(expiresAt) - Date.parse(lastKeepAliveAt)) / 3),
  );

// Stored for this window: another window that shows the same tabs opens its own sessions.
const STORAGE_NAME = 'sessions';

/** Sessions by tab ID. */
const sessions = createStore(readStoredInWindow<Sessions>(STORAGE_NAME, {}));
let timer: Worker | null = null;

const openSessions = (): Session[] =>
  Object.values(sessions.get()).filter(({ state }) => state === 'open');

function set(tabId: string, session: Session | undefined): void {
  const others = Object.entries(sessions.get()).filter(([id]) => id !== tabId);
  const next = Object.fromEntries(
    session === undefined ? others : [...others, [tabId, session] as const],
  );
  writeStoredInWindow(STORAGE_NAME, next);
  sessions.set(next);
  updateTimer();
}

/** Returns the session of a tab; undefined if it has none. */
export const useSession = (tabId: string): Session | undefined =>
  useStore(sessions, (all) => all[tabId]);

/**
 * Returns the connection client for runs of a tab; null if it has no session. A lost session is returned too:
 * the service then rejects the run instead of running it outside the expected transaction.
 */
export const clientIdOf = (tabId: string): string | null => sessions.get()[tabId]?.clientId ?? null;

/** Opens a session for a tab. @throws ApiError with the message of the database */
export async function connect(tabId: string, connectionId: string): Promise<void> {
  const body = { connectionId };
  const client = await call<ConnectionClient>('POST', '/api/connection-clients', { body });
  const keepAliveMs = keepAliveMsOf(client);
  set(tabId, { clientId: client.id, connectionId, state: 'open', keepAliveMs });
  // The tab may have been closed, or its connection changed, in the meantime.
  closeOrphans();
}

/** Closes the session of a tab. @throws ApiError */
export async function disconnect(tabId: string): Promise<void> {
  const session = sessions.get()[tabId];
  set(tabId, undefined);
  if (session?.state === 'open') await close(session);
}

async function close({ clientId }: Session): Promise<void> {
  try {
    await call('DELETE', `/api/connection-clients/${clientId}`);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** Marks the session as lost if the batch reports it. */
export function markLostSession(batch: Batch): void {
  const isLost = batch.statements.some(({ error }) => error?.code === 'connection_client_lost');
  if (isLost && batch.connectionClientId !== null) markLost(batch.connectionClientId);
}

function markLost(clientId: string): void {
  for (const [tabId, session] of Object.entries(sessions.get())) {
    if (session.clientId === clientId && session.state === 'open') {
      set(tabId, { ...session, state: 'lost' });
    }
  }
}

async function keepAlive(): Promise<void> {
  await Promise.all(
    openSessions().map(async ({ clientId }) => {
      try {
        await call('PUT', `/api/connection-clients/${clientId}`);
      } catch (error) {
        // If the service is only unreachable, the next request may arrive in time.
        if (isGone(error)) markLost(clientId);
      }
    }),
  );
}

function updateTimer(): void {
  const open = openSessions();
  if (open.length === 0) {
    timer?.terminate();
    timer = null;
    return;
  }
  if (timer === null) {
    timer = new Worker(new URL('./keep-alive-timer.ts', import.meta.url), { type: 'module' });
    timer.addEventListener('message', () => void keepAlive());
  }
  timer.postMessage(Math.min(...open.map(({ keepAliveMs }) => keepAliveMs)));
}

/** Closes sessions whose tab was closed or uses another connection. */
function closeOrphans(): void {
  const { tabs } = currentTabs();
  for (const [tabId, { connectionId }] of Object.entries(sessions.get())) {
    const tab = tabs.find(({ id }) => id === tabId);
    // A session that cannot be closed now expires without keep-alive.
    if (tab?.connectionId !== connectionId) disconnect(tabId).catch(() => undefined);
  }
}

onTabsChange(closeOrphans);
closeOrphans();
updateTimer();
// After a reload: check whether the sessions still exist.
void keepAlive();
