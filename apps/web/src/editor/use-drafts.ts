import { useEffect, type RefObject } from 'react';
import { startDrafts } from '../tabs/draft-sync.js';
import { setTextReplacer } from '../tabs/draft-tabs.js';
import { activeTab } from '../tabs/tabs.js';
import type { EditorHandle } from './sql-editor.js';

/** Keeps the drafts of the tabs on the server. A newer text of another browser replaces the text in the editor. */
export function useDrafts(editor: RefObject<EditorHandle | null>): void {
  useEffect(() => {
    const remove = setTextReplacer((tabId, text) => {
      if (activeTab().id === tabId) editor.current?.replace(text);
    });
    startDrafts();
    return remove;
  }, [editor]);
}
