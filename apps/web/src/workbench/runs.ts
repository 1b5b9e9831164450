import type { Batch, CreateBatch } from '@sluice/contracts';
import { ApiError, call, isOffline } from '../api/client.js';
import { queryClient, reads } from '../api/queries.js';
import { untilHeard } from '../api/until-heard.js';
import { randomId } from '../app/random-id.js';
import { createStore, useStore } from '../app/store.js';
import { currentTabs, openTab, updateTab, type Tab } from './tabs.js';

/** Part of a text, in UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/** A run that the service has not answered yet. */
export interface Start {
  /** The service is away; the run is sent again until it is back. */
  isOffline: boolean;
  /** Gives up, whether or not the service has heard of it. */
  stop(): void;
}

/** By tab. */
const starts = createStore<Record<string, Start>>({});

function note(tabId: string, start: Start | null): void {
  const others = Object.entries(starts.get()).filter(([id]) => id !== tabId);
  starts.set(Object.fromEntries(start === null ? others : [...others, [tabId, start]]));
}

/** The run of a tab that is on its way; undefined where none is. */
export const useStart = (tabId: string): Start | undefined => useStore(starts, (all) => all[tabId]);

/** Nobody expects that what they ran and left begins much later. */
const mostMs = 5 * 60_000;

/**
 * Runs a tab's text, or the selected part of it; nothing while the last one is on its way. It is sent again
 * while the network is away, under one key: the service makes one run of all these requests.
 *
 * @throws ApiError, also when the service stayed away
 */
export async function run(
  tab: Tab,
  selection: Range | null,
  connectionClientId: string | null,
): Promise<void> {
  if (tab.connectionId === null) throw new Error('Choose a connection first');
  if (starts.get()[tab.id] !== undefined) return;
  const body: CreateBatch = {
    connectionId: tab.connectionId,
    batchText: tab.text,
    name: tab.name === '' ? null : tab.name,
    queryId: tab.queryId,
    selectedText: selection === null ? null : tab.text.slice(selection.from, selection.to),
    connectionClientId,
    chart: tab.chart,
  };
  const headers = { 'idempotency-key': randomId() };
  const given = new AbortController();
  const { signal } = given;
  const stop = (): void => given.abort();
  note(tab.id, { isOffline: false, stop });
  try {
    const batch = await untilHeard(
      () => call<Batch>('POST', '/api/batches', { body, headers, signal }),
      { signal, mostMs, onAway: () => note(tab.id, { isOffline: true, stop }) },
    );
    queryClient.setQueryData(reads.batch(batch.id).queryKey, batch);
    updateTab(tab.id, { batchId: batch.id });
  } catch (error) {
    if (!signal.aborted && !isOffline(error)) throw error;
    throw new ApiError(0, { title: mayHaveBegun });
  } finally {
    note(tab.id, null);
  }
}

const mayHaveBegun =
  'No answer came from the service. Whether it has begun the run is seen in the history.';

/** Asks the database to stop a run. @throws ApiError */
export const cancel = (batchId: string): Promise<Batch> =>
  call<Batch>('PUT', `/api/batches/${batchId}/cancel`);

/** Where the executed text begins in the text of its tab: positions in errors count from there. */
export function executedFrom({ batchText, selectedText }: Batch): number {
  if (selectedText === null || selectedText.trim() === '') return 0;
  return Math.max(0, batchText.indexOf(selectedText));
}

/** Opens a run in a tab of its own, with its rows; gives the tab's id. */
export const openRun = ({ id, batchText, connectionId, queryId, name, chart }: Batch): string =>
  openTab({ text: batchText, connectionId, queryId, name: name ?? '', batchId: id, chart });

/** The tab that somebody looks at. */
export function activeTab(): Tab {
  const { tabs, activeId } = currentTabs();
  const tab = tabs.find(({ id }) => id === activeId) ?? tabs[0];
  if (tab === undefined) throw new Error('There is always a tab');
  return tab;
}
