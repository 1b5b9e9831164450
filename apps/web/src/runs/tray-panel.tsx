import type { QueryHistoryRow } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../http/client.js';
import { queryClient, useCurrentUser } from '../http/reads.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { AnchorLink } from '../ui/links.js';
import { useNow } from '../ui/use-now.js';
import { clearEndedRuns } from './ended-runs.js';
import { useLiveRuns } from './live-runs.js';
import { EndedRow, LiveRow } from './tray-rows.js';

const RECENT_LIMIT = 20;
const recentKey = ['runs', 'recent'];

/** The list of the user's runs: the live ones, then those that ended last. */
export default function TrayPanel({ onClose }: { onClose(): void }) {
  const live = useLiveRuns(true);
  const recent = useRecentRuns();
  const nowMs = useNow((live?.length ?? 0) > 0);
  const liveIds = new Set(live?.map(({ id }) => id));
  const ended = (recent.data ?? []).filter(
    ({ id, status }) => status !== 'started' && !liveIds.has(id),
  );
  useEffect(clearEndedRuns, []);
  const ids = live?.map(({ id }) => id).join();
  // A run that leaves the first list appears in the second one.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: recentKey });
  }, [ids]);
  return (
    <>
      <div className="tray-head">
        <h2>Runs</h2>
        <AnchorLink to="/history" size="sm" onClick={onClose}>
          History
        </AnchorLink>
      </div>
      <ErrorAlert error={recent.error} />
      {live?.length === 0 && recent.isSuccess && ended.length === 0 && (
        <p className="tray-empty">
          No runs yet. This list shows the runs of all your tabs and browsers.
        </p>
      )}
      <ul className="tray-list" aria-label="Runs">
        {live?.map((batch) => (
          <LiveRow key={batch.id} batch={batch} nowMs={nowMs} onClose={onClose} />
        ))}
        {ended.map((row) => (
          <EndedRow key={row.id} row={row} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}

/** Reads the newest runs of the user; an admin sees those of other users in the history only. */
function useRecentRuns() {
  const { id } = useCurrentUser();
  return useQuery({
    queryKey: recentKey,
    queryFn: ({ signal }) => {
      const filter = encodeURIComponent(`userId|eq|${encodeURIComponent(id)}`);
      const path = `/api/query-history?limit=${RECENT_LIMIT}&filter=${filter}`;
      return call<QueryHistoryRow[]>('GET', path, { signal });
    },
    staleTime: 0,
  });
}
