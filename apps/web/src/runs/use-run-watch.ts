import type { Batch } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isOffline, mountPath } from '../http/client.js';
import { queryClient, reads } from '../http/reads.js';
import { takeNotified, useNotifiedRuns } from '../results/notify.js';
import { activeTab } from '../tabs/tabs.js';
import { setTitleBadge } from '../ui/page-title.js';
import { addEndedRun, isInView, useEndedRuns } from './ended-runs.js';
import { LIVE_POLL_MS, liveRuns } from './live-runs.js';
import { outcomeOf, titleBadge } from './outcome.js';

type OpenRun = (batchId: string) => void;

/**
 * Watches the user's live runs, in the background too: counts them, and reports those that end. Returns their number.
 * Without live runs it reads nothing until this browser starts one or the window comes to the front.
 */
export function useRunWatch(): number {
  const navigate = useNavigate();
  const notified = useNotifiedRuns();
  const { data, dataUpdatedAt } = useQuery({
    ...liveRuns(false),
    refetchInterval: ({ state }) =>
      (state.data?.length ?? 0) > 0 || notified.length > 0 ? LIVE_POLL_MS : false,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  });
  const known = useRef(new Set<string>());
  useEffect(() => {
    if (data === undefined) return;
    const live = new Set(data.map(({ id }) => id));
    // A run with a notification may have ended before this page was loaded.
    const gone = new Set([...known.current, ...notified].filter((id) => !live.has(id)));
    const isChanged = gone.size > 0 || live.size !== known.current.size;
    known.current = live;
    if (!isChanged) return;
    void queryClient.invalidateQueries({ queryKey: ['history'] });
    const open: OpenRun = (batchId) =>
      void navigate({ to: '/batches/$batchId', params: { batchId } });
    for (const id of gone) void reportEnd(id, open);
    // At each read, because the report of an end may have failed.
  }, [data, dataUpdatedAt, notified, navigate]);
  const ended = useEndedRuns();
  const liveCount = data?.length ?? 0;
  const outOfView = ended.filter(({ isOutOfView }) => isOutOfView).map(({ status }) => status);
  const badge = titleBadge(liveCount, outOfView);
  useEffect(() => {
    setTitleBadge(badge);
    return () => setTitleBadge('');
  }, [badge]);
  return liveCount;
}

/** The runs whose end is being reported. */
const reporting = new Set<string>();

async function reportEnd(id: string, open: OpenRun): Promise<void> {
  if (reporting.has(id)) return;
  reporting.add(id);
  const batch = await readEnded(id);
  reporting.delete(id);
  if (batch === null) return;
  if (!isInView() || !isShown(id)) addEndedRun(id, batch.status);
  if (takeNotified(id) && !isInView()) showNotification(batch, open);
}

/** Returns null if the run has not ended or cannot be read. */
async function readEnded(id: string): Promise<Batch | null> {
  try {
    const batch = await queryClient.query({ ...reads.batch(id), staleTime: 0 });
    return batch.status === 'started' ? null : batch;
  } catch (error) {
    // A deleted run never ends.
    if (!isOffline(error)) takeNotified(id);
    return null;
  }
}

/** Returns whether the page shows this run. */
function isShown(id: string): boolean {
  const path = location.pathname.slice(mountPath.length);
  return path.startsWith('/queries/') ? activeTab().batchId === id : path === `/batches/${id}`;
}

function showNotification(batch: Batch, open: OpenRun): void {
  const { title, text } = outcomeOf(batch);
  const options = { body: text, tag: batch.id, icon: `${mountPath}/favicon.svg` };
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      window.focus();
      open(batch.id);
      notification.close();
    });
  } catch {
    // Browsers on phones refuse notifications of a page.
  }
}
