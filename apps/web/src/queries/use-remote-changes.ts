import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { ApiError } from '../http/client.js';
import type { SavedQuery } from '../http/reads.js';
import { activeTab, isSameChart, isTextUnsaved, updateTab, type Tab } from '../tabs/tabs.js';
import { readSaved, tabFieldsOf } from './save-query.js';

interface RemoteChangeHandlers {
  replaceText(text: string): void;
  /** The saved text has changed, and the tab has unsaved text. */
  onConflict(theirs: SavedQuery): void;
}

/**
 * Checks for a newer version of the saved query when its tab becomes active. A tab without unsaved text takes
 * the new text. A tab with unsaved text keeps it and reports a conflict once for each version.
 */
export function useRemoteChanges(tab: Tab, handlers: RemoteChangeHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const reported = useRef(new Set<string>());
  const { id, queryId } = tab;
  useEffect(() => {
    if (queryId === null) return;
    let isLeft = false;
    const startEtag = activeTab().etag;
    const apply = (saved: SavedQuery): void => {
      const current = activeTab();
      if (isLeft || current.id !== id) return;
      if (current.etag === saved.etag) {
        // A draft holds the version that editing started from, but not its text.
        if (current.savedText === null) updateTab(id, tabFieldsOf(saved));
        return;
      }
      // The tab was saved during the request, so the response is older.
      if (current.etag !== startEtag) return;
      const outcome = mergeSaved(current, saved);
      if (outcome === 'replaced') latest.current.replaceText(saved.query.queryText);
      const key = `${id} ${saved.etag ?? ''}`;
      if (outcome === 'conflict' && !reported.current.has(key)) {
        reported.current.add(key);
        latest.current.onConflict(saved);
      }
    };
    readSaved(queryId)
      .then(apply)
      .catch((error: unknown) => {
        if (error instanceof ApiError && [403, 404].includes(error.status)) unlinkTab(id);
      });
    return () => {
      isLeft = true;
    };
  }, [id, queryId]);
}

/** Applies a newer version to a tab. `replaced`: the text of the tab has changed too. */
function mergeSaved(tab: Tab, saved: SavedQuery): 'updated' | 'replaced' | 'conflict' {
  const { queryText, chart } = saved.query;
  const isChartChanged = !isSameChart(tab.chart, tab.savedChart);
  const fields = { ...tabFieldsOf(saved), ...(!isChartChanged && { chart }) };
  const isFromRun = tab.savedText === null && tab.etag === null;
  // Or only name, tags or sharing have changed.
  if (isFromRun || tab.savedText === queryText) {
    updateTab(tab.id, fields);
    return 'updated';
  }
  if (isTextUnsaved(tab)) return 'conflict';
  updateTab(tab.id, { ...fields, text: queryText });
  return 'replaced';
}

function unlinkTab(id: string): void {
  updateTab(id, { queryId: null, savedText: null, savedChart: null, etag: null });
  notifications.show({
    color: 'yellow',
    title: 'The saved query was deleted or is no longer shared with you',
    message: 'Your text is still here. It is not saved.',
  });
}
