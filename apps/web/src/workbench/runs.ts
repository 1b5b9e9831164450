import type { Batch, CreateBatch } from '@sluice/contracts';
import { call } from '../api/client.js';
import { queryClient, reads } from '../api/queries.js';
import { currentTabs, openTab, updateTab, type Tab } from './tabs.js';

/** Part of a text, in UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/**
 * Runs a tab's text, or the selected part of it. The key makes a repeated request the same run.
 *
 * @throws ApiError
 */
export async function run(
  tab: Tab,
  selection: Range | null,
  connectionClientId: string | null,
): Promise<Batch> {
  if (tab.connectionId === null) throw new Error('Choose a connection first');
  const body: CreateBatch = {
    connectionId: tab.connectionId,
    batchText: tab.text,
    name: tab.name === '' ? null : tab.name,
    queryId: tab.queryId,
    selectedText: selection === null ? null : tab.text.slice(selection.from, selection.to),
    connectionClientId,
    chart: tab.chart,
  };
  const batch = await call<Batch>('POST', '/api/batches', {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  queryClient.setQueryData(reads.batch(batch.id).queryKey, batch);
  updateTab(tab.id, { batchId: batch.id });
  return batch;
}

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
