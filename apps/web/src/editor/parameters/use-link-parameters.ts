import { useEffect, useRef } from 'react';
import { updateTab, type Tab } from '../../tabs/tabs.js';
import { inputsOfSearch } from '../../parameters/address-parameters.js';
import { inputOfName } from '../../parameters/parameter-input.js';

/**
 * Fills in the values of the address, once its query is open. The tab keeps the type of a known parameter. A list in the
 * address is a list in the tab only if the tab knows its type.
 */
export function useLinkParameters(addressId: string, tab: Tab): void {
  const pending = useRef(inputsOfSearch(location.search));
  const { id, queryId } = tab;
  useEffect(() => {
    const isOpen = addressId === 'new' || queryId === addressId;
    if (!isOpen || Object.keys(pending.current).length === 0) return;
    const given = Object.entries(pending.current).map(([name, input]) => {
      const { type } = inputOfName(tab.parameters, name);
      return [name, { ...input, type: type === 'null' ? 'auto' : type }] as const;
    });
    pending.current = {};
    updateTab(id, { parameters: { ...tab.parameters, ...Object.fromEntries(given) } });
  }, [addressId, id, queryId, tab.parameters]);
}
