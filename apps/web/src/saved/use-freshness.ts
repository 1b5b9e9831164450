import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/client.js';
import type { SavedQuery } from '../api/queries.js';
import { activeTab } from '../workbench/runs.js';
import { isSameChart, isTextUnsaved, updateTab, type Tab } from '../workbench/tabs.js';
import { readSaved, tabFieldsOf } from './saves.js';

interface FreshnessCalls {
  replaceText(text: string): void;
  /** The saved text is another one now, and the tab holds text that is not saved. */
  onChanged(theirs: SavedQuery): void;
}

/**
 * Looks whether the saved query of a tab has changed since, each time that somebody comes to the tab. A
 * text without changes of one's own follows it; another one is left, and told.
 */
export function useFreshness(tab: Tab, calls: FreshnessCalls): void {
  const latest = useRef(calls);
  latest.current = calls;
  const told = useRef(new Set<string>());
  const { id, queryId } = tab;
  useEffect(() => {
    if (queryId === null) return;
    let isLeft = false;
    const begun = activeTab().etag;
    readSaved(queryId)
      .then((saved) => {
        const current = activeTab();
        if (isLeft || current.id !== id || current.etag === saved.etag) return;
        // It was saved meanwhile: what was read is older than that.
        if (current.etag !== begun) return;
        const { savedText } = current;
        const { queryText, chart } = saved.query;
        const isChartMine = !isSameChart(current.chart, current.savedChart);
        const fields = { ...tabFieldsOf(saved), ...(!isChartMine && { chart }) };
        if (savedText === null || savedText === queryText) {
          // The tab began with a run, or only the name, tags or sharing are others.
          updateTab(id, fields);
        } else if (!isTextUnsaved(current)) {
          latest.current.replaceText(queryText);
          updateTab(id, { ...fields, text: queryText });
        } else if (!told.current.has(`${id} ${saved.etag ?? ''}`)) {
          told.current.add(`${id} ${saved.etag ?? ''}`);
          latest.current.onChanged(saved);
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) return;
        updateTab(id, { queryId: null, savedText: null, savedChart: null, etag: null });
        notifications.show({
          color: 'yellow',
          title: 'The saved query is gone, or no longer shared with you',
          message: 'Your text is still here, and is not saved.',
        });
      });
    return () => {
      isLeft = true;
    };
  }, [id, queryId]);
}
