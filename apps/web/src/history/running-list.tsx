import type { BatchListItem } from '@sluice/contracts';
import { useConnections } from '../http/reads.js';
import { CancelButton } from '../results/cancel-button.js';
import { queuedLabel } from '../results/run-labels.js';
import { formatDuration } from '../ui/format.js';
import { AnchorLink } from '../ui/links.js';
import { oneLine } from './history-row.js';
import { useNow } from './use-now.js';

/** The user's runs that have not ended. */
export function RunningList({ batches }: { batches: BatchListItem[] }) {
  const connections = useConnections();
  const nowMs = useNow(batches.length > 0);
  if (batches.length === 0) return null;
  return (
    <section className="running" aria-label="Running now">
      {batches.map(({ id, name, batchText, selectedText, connectionId, ...batch }) => (
        <div key={id} className="running-row">
          <span className="state" data-state={batch.queuePosition === null ? 'started' : 'queued'}>
            {batch.queuePosition === null
              ? 'Running'
              : queuedLabel(batch.queuePosition, batch.waitReason)}
          </span>
          <AnchorLink
            to="/batches/$batchId"
            params={{ batchId: id }}
            underline="hover"
            className="grow row-main ellipsis mono row-title"
          >
            {name ?? oneLine(selectedText ?? batchText)}
          </AnchorLink>
          <span>{connections.data?.find((each) => each.id === connectionId)?.name}</span>
          <span className="number history-time">
            {formatDuration(Math.max(0, nowMs - Date.parse(batch.startTime)))}
          </span>
          <CancelButton batchId={id} isRequested={batch.cancel !== null} />
        </div>
      ))}
    </section>
  );
}
