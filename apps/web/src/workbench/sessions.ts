import type { Batch, ConnectionClient } from '@sluice/contracts';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../api/client.js';
import { currentTabs, onTabsChange } from './tabs.js';

/**
 * A database session that stays open between the runs of a tab. `lost`: it has ended without being asked to,
 * and what it held (a transaction, temporary tables, settings) is gone.
 */
export interface Session {
  clientId: string;
  connectionId: string;
  state: 'open' | 'lost';
  /** How often the service is told that it is still wanted. */
  keepAliveMs: number;
}

const mostKeepAliveMs = 10_000;
const leastKeepAliveMs = 250;

/** A third of its life: two calls may be lost. Both times are the service's, whose clock may be another. */
const keepAliveMsOf = ({ lastKeepAliveAt, expiresAt }: ConnectionClient): number =>
  Math.min(
    mostKeepAliveMs,
    Math.max(leastKeepAliveMs, (Date.parse(expiresAt) - Date.parse(lastKeepAliveAt)) / 3),
  );

type Sessions = Record<string, Session>;

// Of this window: another one that shows the same tabs has sessions of its own.
const storeKey = 'sluice:sessions';

function restore(): Sessions {
  try {
    return JSON.parse(sessionStorage.getItem(storeKey) ?? '{}') as Sessions;
  } catch {
    return {};
  }
}

let sessions = restore();
let ticker: Worker | null = null;
const listeners = new Set<() => void>();

function set(tabId: string, session: Session | undefined): void {
  const others = Object.entries(sessions).filter(([id]) => id !== tabId);
  sessions = Object.fromEntries(session === undefined ? others : [...others, [tabId, session]]);
  try {
    sessionStorage.setItem(storeKey, JSON.stringify(sessions));
  } catch {
    // They are kept as long as this page is.
  }
  tickWhileOpen();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session of a tab; undefined where it has none. */
export const useSession = (tabId: string): Session | undefined =>
  useSyncExternalStore(subscribe, () => sessions[tabId]);

/**
 * The session that a tab's runs go to; null where it has none. One that was lost is named all the same: the
 * service refuses the run, rather than that it goes without the transaction that its author thinks to be in.
 */
export const clientIdOf = (tabId: string): string | null => sessions[tabId]?.clientId ?? null;

/** Opens a session for a tab. @throws ApiError with the database's message */
export async function connect(tabId: string, connectionId: string): Promise<void> {
  const body = { connectionId };
  const client = await call<ConnectionClient>('POST', '/api/connection-clients', { body });
  const keepAliveMs = keepAliveMsOf(client);
  set(tabId, { clientId: client.id, connectionId, state: 'open', keepAliveMs });
  // The tab may have gone, or gone elsewhere, in the meantime.
  closeStranded();
}

/** Closes the session of a tab; one that is lost is only forgotten. @throws ApiError */
export async function disconnect(tabId: string): Promise<void> {
  const session = sessions[tabId];
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

/** Takes a session for lost when a run says so. */
export function noteLostSession(batch: Batch): void {
  const isLost = batch.statements.some(({ error }) => error?.code === 'connection_client_lost');
  if (isLost && batch.connectionClientId !== null) lose(batch.connectionClientId);
}

function lose(clientId: string): void {
  for (const [tabId, session] of Object.entries(sessions)) {
    if (session.clientId === clientId && session.state === 'open') {
      set(tabId, { ...session, state: 'lost' });
    }
  }
}

/** Tells the service that every open session is still wanted. */
async function keepAlive(): Promise<void> {
  const open = Object.values(sessions).filter(({ state }) => state === 'open');
  await Promise.all(
    open.map(async ({ clientId }) => {
      try {
        await call('PUT', `/api/connection-clients/${clientId}`);
      } catch (error) {
        // When the service is only away the next one may come in time.
        if (isGone(error)) lose(clientId);
      }
    }),
  );
}

function tickWhileOpen(): void {
  const open = Object.values(sessions).filter(({ state }) => state === 'open');
  if (open.length === 0) {
    ticker?.terminate();
    ticker = null;
    return;
  }
  if (ticker === null) {
    ticker = new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module' });
    ticker.addEventListener('message', () => void keepAlive());
  }
  ticker.postMessage(Math.min(...open.map(({ keepAliveMs }) => keepAliveMs)));
}

/** A session ends with its tab, and when the tab turns to another connection. */
function closeStranded(): void {
  const { tabs } = currentTabs();
  for (const [tabId, { connectionId }] of Object.entries(sessions)) {
    const tab = tabs.find(({ id }) => id === tabId);
    // What cannot be closed now ends by itself, as nobody keeps it alive.
    if (tab?.connectionId !== connectionId) disconnect(tabId).catch(() => undefined);
  }
}

onTabsChange(closeStranded);
closeStranded();
tickWhileOpen();
// After a reload: is it still there?
void keepAlive();
