import type { BatchListItem } from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../http/client.js';

const RUNNING_POLL_MS = 1_500;
const IDLE_POLL_MS = 4_000;
/** The newest batches that are checked. */
const LIMIT = 50;

/** Returns the user's running batches. The history is refreshed when one starts or ends. */
export function useRunningBatches(): BatchListItem[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['running'],
    queryFn: async ({ signal }) => {
      const path = `/api/batches?limit=${LIMIT}`;
      const batches = await call<BatchListItem[]>('GET', path, { signal });
      return batches.filter(({ status }) => status === 'started');
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      (state.data?.length ?? 0) > 0 ? RUNNING_POLL_MS : IDLE_POLL_MS,
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
