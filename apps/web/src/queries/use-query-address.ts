import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { activateTab, activeTab, closeTab, currentTabs, openTab, type Tab } from '../tabs/tabs.js';
import { showError } from '../ui/show-error.js';
import { readSaved, tabFieldsOf } from './save-query.js';

/**
 * Keeps the address and the active tab in sync. An address opens its query or activates its tab, and the address
 * follows the active tab. The address `new` keeps the active tab.
 */
export function useQueryAddress(addressId: string, tab: Tab): void {
  const navigate = useNavigate();
  const opening = useRef<string | null>(null);
  const [failures, setFailures] = useState(0);
  const { id, queryId } = tab;

  useEffect(() => {
    if (addressId === 'new' || activeTab().queryId === addressId) return;
    const open = currentTabs().tabs.find((each) => each.queryId === addressId);
    if (open !== undefined) {
      activateTab(open.id);
      return;
    }
    opening.current = addressId;
    void openSaved(addressId).then((isOpen) => {
      if (opening.current !== addressId) return;
      opening.current = null;
      if (!isOpen) setFailures((count) => count + 1);
    });
  }, [addressId]);

  useEffect(() => {
    if (opening.current !== null) {
      // The user may activate another tab while the query loads.
      if (opening.current === addressId) return;
      opening.current = null;
    }
    const wanted = activeTab().queryId ?? 'new';
    if (wanted === addressId) return;
    void navigate({ to: '/queries/$queryId', params: { queryId: wanted }, replace: true });
  }, [id, queryId, addressId, failures, navigate]);
}

/** Opens a saved query in a tab; returns false if it cannot be read. */
async function openSaved(queryId: string): Promise<boolean> {
  try {
    const saved = await readSaved(queryId);
    const { tabs } = currentTabs();
    const open = tabs.find((tab) => tab.queryId === queryId);
    const empty = tabs.find(
      (tab) => tab.queryId === null && tab.text === '' && tab.batchId === null,
    );
    if (open !== undefined) {
      activateTab(open.id);
      return true;
    }
    const { connectionId, queryText: text, chart } = saved.query;
    openTab({ ...tabFieldsOf(saved), text, chart, ...(connectionId !== null && { connectionId }) });
    if (empty !== undefined) closeTab(empty.id);
    return true;
  } catch (error) {
    showError(error, 'The query could not be opened');
    return false;
  }
}
