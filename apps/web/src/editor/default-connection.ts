import { useEffect } from 'react';
import { queryClient, reads, useConnections } from '../http/reads.js';
import { activeTab, updateTab } from '../tabs/tabs.js';

/** Sets the default connection, or the first one, on a tab whose connection does not exist. */
function setDefault(
  tabId: string,
  chosenId: string | null,
  defaultId: string | null,
  ids: string[],
) {
  if (chosenId !== null && ids.includes(chosenId)) return;
  const first = ids.find((id) => id === defaultId) ?? ids[0];
  if (first !== undefined) updateTab(tabId, { connectionId: first });
}

const idsOf = (connections: { id: string }[]): string[] => connections.map(({ id }) => id);

/** Sets the connection of a tab when the connections are loaded. */
export function useDefaultConnection(
  tabId: string,
  chosenId: string | null,
  defaultId: string | null,
): void {
  const { data } = useConnections();
  useEffect(() => {
    if (data !== undefined) setDefault(tabId, chosenId, defaultId, idsOf(data));
  }, [tabId, chosenId, defaultId, data]);
}

/**
 * Waits until the connections are loaded and sets the connection of the active tab. Returns false if another
 * tab became active in the meantime.
 *
 * @throws ApiError
 */
export async function awaitDefaultConnection(defaultId: string | null): Promise<boolean> {
  const { id, connectionId } = activeTab();
  if (connectionId !== null) return true;
  const connections = await queryClient.query({ ...reads.connections, staleTime: 'static' });
  if (activeTab().id !== id) return false;
  setDefault(id, activeTab().connectionId, defaultId, idsOf(connections));
  return true;
}
