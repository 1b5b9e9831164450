import { useEffect } from 'react';
import { queryClient, reads, useConnections } from '../api/queries.js';
import { activeTab } from './runs.js';
import { updateTab } from './tabs.js';

/** A tab whose connection is none of those that are there gets the default one, or the first. */
function choose(tabId: string, chosenId: string | null, defaultId: string | null, ids: string[]) {
  if (chosenId !== null && ids.includes(chosenId)) return;
  const first = ids.find((id) => id === defaultId) ?? ids[0];
  if (first !== undefined) updateTab(tabId, { connectionId: first });
}

const idsOf = (connections: { id: string }[]): string[] => connections.map(({ id }) => id);

/** Gives a tab its connection once it is known which there are. */
export function useFirstConnection(
  tabId: string,
  chosenId: string | null,
  defaultId: string | null,
): void {
  const { data } = useConnections();
  useEffect(() => {
    if (data !== undefined) choose(tabId, chosenId, defaultId, idsOf(data));
  }, [tabId, chosenId, defaultId, data]);
}

/**
 * The same for what cannot be done without: waits until it is known which connections there are. False when
 * another tab was opened meanwhile.
 *
 * @throws ApiError
 */
export async function awaitFirstConnection(defaultId: string | null): Promise<boolean> {
  const { id, connectionId } = activeTab();
  if (connectionId !== null) return true;
  const connections = await queryClient.query({ ...reads.connections, staleTime: 'static' });
  if (activeTab().id !== id) return false;
  choose(id, activeTab().connectionId, defaultId, idsOf(connections));
  return true;
}
