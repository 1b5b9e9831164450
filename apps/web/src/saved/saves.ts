import type { CreateQuery, UpdateQuery } from '@sluice/contracts';
import { ApiError, send } from '../api/client.js';
import { queryClient, reads, savedQueryOf, type SavedQuery } from '../api/queries.js';
import { updateTab, type Tab } from '../workbench/tabs.js';

/** What became of a save: `changed` holds what somebody else has saved since. */
export type SaveOutcome =
  { kind: 'saved' } | { kind: 'changed'; theirs: SavedQuery } | { kind: 'gone' };

/** Reads a saved query as it is now. @throws ApiError 403, 404 */
export const readSaved = (id: string): Promise<SavedQuery> =>
  queryClient.query({ ...reads.savedQuery(id), staleTime: 0 });

/** The fields of a tab that stand for what is saved, beside the text and the chart that it shows. */
export const tabFieldsOf = ({ query, etag }: SavedQuery): Partial<Tab> => ({
  queryId: query.id,
  name: query.name,
  savedText: query.queryText,
  savedChart: query.chart,
  etag,
});

/** Saves a tab's text as a new query, which the tab then is. @throws ApiError */
export async function saveNew(tab: Tab, fields: UpdateQuery): Promise<void> {
  const body: CreateQuery = { ...fields, queryText: tab.text, chart: tab.chart };
  keep(tab, fields, await savedQueryOf(await send('POST', '/api/queries', { body })));
}

/**
 * Saves what the fields name, unless somebody else has saved since the version that the tab knows.
 *
 * @throws ApiError but for 412 and 404, which are outcomes
 */
export async function saveChanges(
  tab: Tab,
  fields: UpdateQuery,
  etag: string | null,
): Promise<SaveOutcome> {
  if (tab.queryId === null) return { kind: 'gone' };
  const path = `/api/queries/${encodeURIComponent(tab.queryId)}`;
  const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
  try {
    keep(tab, fields, await savedQueryOf(await send('PUT', path, { body: fields, headers })));
    return { kind: 'saved' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return { kind: 'gone' };
    if (error.status !== 412) throw error;
    return { kind: 'changed', theirs: await readSaved(tab.queryId) };
  }
}

/** What was typed while the request was under way stays, unsaved. */
function keep(tab: Tab, { connectionId }: UpdateQuery, saved: SavedQuery): void {
  updateTab(tab.id, { ...tabFieldsOf(saved), ...(connectionId != null && { connectionId }) });
  queryClient.setQueryData(reads.savedQuery(saved.query.id).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['queries'] });
  void queryClient.invalidateQueries({ queryKey: reads.tags.queryKey });
}
