import type { BatchListItem } from '@sluice/contracts';
import { useConnection } from '../http/reads.js';
import { CancelButton } from '../results/cancel-button.js';
import { runNameOf } from '../results/executed-text.js';
import { runLabel } from '../results/run-labels.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { formatDuration } from '../ui/format.js';
import { AnchorLink } from '../ui/links.js';
import { useNow } from '../ui/use-now.js';

/** The user's runs that have not ended. */
export function RunningList({ batches }: { batches: BatchListItem[] }) {
  const nowMs = useNow(batches.length > 0);
  if (batches.length === 0) return null;
  return (
    <section className="running" aria-label="Running now">
      {batches.map((batch) => (
        <RunningRow key={batch.id} batch={batch} nowMs={nowMs} />
      ))}
    </section>
  );
}

function RunningRow({ batch, nowMs }: { batch: BatchListItem; nowMs: number }) {
  const connection = useConnection(batch.connectionId);
  return (
    <div className="running-row">
      <span className="state" data-state={batch.queuePosition === null ? 'started' : 'queued'}>
        {runLabel(batch)}
      </span>
      <AnchorLink
        to="/batches/$batchId"
        params={{ batchId: batch.id }}
        underline="hover"
        className="grow row-main ellipsis mono row-title"
      >
        {runNameOf(batch)}
      </AnchorLink>
      <EnvironmentBadge connection={connection} />
      <span>{connection?.name}</span>
      <span className="number history-time">
        {formatDuration(Math.max(0, nowMs - Date.parse(batch.startTime)))}
      </span>
      <CancelButton batchId={batch.id} isRequested={batch.cancel !== null} />
    </div>
  );
}
