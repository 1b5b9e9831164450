import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { textOf } from '../api/client.js';
import { activeTab } from '../workbench/runs.js';
import { activateTab, closeTab, currentTabs, openTab, type Tab } from '../workbench/tabs.js';
import { readSaved, tabFieldsOf } from './saves.js';

/**
 * Keeps the address and the active tab together: an address opens its query, or goes to the tab where it
 * is open, and the address follows whoever goes to another tab. `new` is the tab that was active.
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
      // Somebody who goes to a tab meanwhile wants to be there.
      if (opening.current === addressId) return;
      opening.current = null;
    }
    const wanted = activeTab().queryId ?? 'new';
    if (wanted === addressId) return;
    void navigate({ to: '/queries/$queryId', params: { queryId: wanted }, replace: true });
  }, [id, queryId, addressId, failures, navigate]);
}

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
    notifications.show({
      color: 'red',
      title: 'That query cannot be opened',
      message: textOf(error),
    });
    return false;
  }
}
