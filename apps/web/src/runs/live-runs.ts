import type { BatchListItem } from '@sluice/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/client.js';

/** The interval of reads while a run is live. */
export const LIVE_POLL_MS = 1_500;
const IDLE_POLL_MS = 4_000;
const LIMIT = 100;

/**
 * The query options of the user's live runs, newest first: those of every window, browser and client.
 *
 * @param withStatements also reads the progress of each run
 */
export const liveRuns = (withStatements: boolean) =>
  queryOptions({
    queryKey: ['runs', 'live', withStatements],
    queryFn: ({ signal }) => {
      const statements = withStatements ? '&includeStatements=true' : '';
      const path = `/api/batches?status=started&limit=${LIMIT}${statements}`;
      return call<BatchListItem[]>('GET', path, { signal });
    },
    staleTime: 0,
  });

/** Returns the user's live runs for a page that shows them. It finds runs of other browsers within seconds. */
export function useLiveRuns(withStatements: boolean): BatchListItem[] | undefined {
  return useQuery({
    ...liveRuns(withStatements),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? LIVE_POLL_MS : IDLE_POLL_MS),
  }).data;
}
