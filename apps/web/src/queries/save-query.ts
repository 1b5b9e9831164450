import type { CreateQuery, UpdateQuery } from '@sluice/contracts';
import { ApiError, send } from '../http/client.js';
import { queryClient, reads, savedQueryOf, type SavedQuery } from '../http/reads.js';
import { updateTab, type Tab } from '../tabs/tabs.js';

/** The outcome of a save. `conflict` holds the version that another user saved. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'conflict'; theirs: SavedQuery }
  | { kind: 'deleted' };

/** Reads the current version of a saved query. @throws ApiError 403, 404 */
export const readSaved = (id: string): Promise<SavedQuery> =>
  queryClient.query({ ...reads.savedQuery(id), staleTime: 0 });

/** Returns the fields of a tab that describe the saved query, without text and chart. */
export const tabFieldsOf = ({ query, etag }: SavedQuery): Partial<Tab> => ({
  queryId: query.id,
  name: query.name,
  savedText: query.queryText,
  savedChart: query.chart,
  etag,
});

/** Saves the text of a tab as a new query and links the tab to it. @throws ApiError */
export async function saveNew(tab: Tab, fields: UpdateQuery): Promise<void> {
  // A copy has the definitions of its source.
  const source = queryClient.getQueryData(reads.savedQuery(tab.queryId ?? '').queryKey);
  const parameters = source?.query.parameters ?? [];
  const body: CreateQuery = { ...fields, queryText: tab.text, parameters, chart: tab.chart };
  applySaved(tab, fields, await savedQueryOf(await send('POST', '/api/queries', { body })));
}

/**
 * Saves fields of a query, unless its version differs from `etag`.
 *
 * @throws ApiError, except 412 and 404, which are outcomes
 */
export async function saveChanges(
  tab: Tab,
  fields: UpdateQuery,
  etag: string | null,
): Promise<SaveOutcome> {
  if (tab.queryId === null) return { kind: 'deleted' };
  const path = `/api/queries/${encodeURIComponent(tab.queryId)}`;
  const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
  try {
    applySaved(tab, fields, await savedQueryOf(await send('PUT', path, { body: fields, headers })));
    return { kind: 'saved' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return { kind: 'deleted' };
    if (error.status !== 412) throw error;
    return { kind: 'conflict', theirs: await readSaved(tab.queryId) };
  }
}

/** Updates the tab and the cache. Text typed during the request stays unsaved in the tab. */
function applySaved(tab: Tab, { connectionId }: UpdateQuery, saved: SavedQuery): void {
  const fields = { ...tabFieldsOf(saved), isFromOtherBrowser: false };
  updateTab(tab.id, { ...fields, ...(connectionId != null && { connectionId }) });
  cacheSaved(saved);
}

/** Updates the cache after a change of a saved query. */
export function cacheSaved(saved: SavedQuery): void {
  queryClient.setQueryData(reads.savedQuery(saved.query.id).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['queries'] });
  void queryClient.invalidateQueries({ queryKey: reads.tags.queryKey });
}
