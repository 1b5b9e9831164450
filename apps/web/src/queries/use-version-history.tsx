import { notifications } from '@mantine/notifications';
import { Suspense, useState, type ReactNode } from 'react';
import { activeTab, updateTab, type Tab } from '../tabs/tabs.js';
import { tabFieldsOf } from './save-query.js';
import { lazyPart } from '../ui/lazy-part.js';

const VersionHistory = lazyPart(() => import('./version-history.js'));

/** The version history of the active tab. */
interface VersionHistoryCommand {
  /** Opens the dialog if the tab has a saved query. */
  show(): void;
  dialog: ReactNode;
}

/**
 * Shows and restores versions of the saved query of a tab.
 *
 * @param replaceText replaces the text in the editor in one step that can be undone
 */
export function useVersionHistory(
  tab: Tab,
  replaceText: (text: string) => void,
): VersionHistoryCommand {
  /** The query whose versions are shown. */
  const [shownId, setShownId] = useState<string | null>(null);
  const isShown = shownId !== null && shownId === tab.queryId;
  return {
    show: () => setShownId(activeTab().queryId),
    dialog: isShown && (
      <Suspense fallback={null}>
        <VersionHistory
          queryId={shownId}
          tab={tab}
          onRestored={(saved) => {
            const { queryText: text, chart } = saved.query;
            replaceText(text);
            updateTab(tab.id, { ...tabFieldsOf(saved), text, chart });
            setShownId(null);
            notifications.show({ message: 'Version restored', autoClose: 1_500 });
          }}
          onClose={() => setShownId(null)}
        />
      </Suspense>
    ),
  };
}
