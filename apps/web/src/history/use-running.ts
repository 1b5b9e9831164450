import type { BatchListItem } from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api/client.js';

const busyMs = 1_500;
const quietMs = 4_000;
const looked = 50;

/** One's own batches that run now, as they are; the history is read anew when one begins or ends. */
export function useRunning(): BatchListItem[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['running'],
    queryFn: async ({ signal }) => {
      const batches = await call<BatchListItem[]>('GET', `/api/batches?limit=${looked}`, {
        signal,
      });
      return batches.filter(({ status }) => status === 'started');
    },
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? busyMs : quietMs),
  });
  const ids = data?.map(({ id }) => id).join();
  const before = useRef(ids);
  useEffect(() => {
    if (before.current !== undefined && before.current !== ids) {
      void client.invalidateQueries({ queryKey: ['history'] });
    }
    before.current = ids;
  }, [ids, client]);
  return data ?? [];
}
