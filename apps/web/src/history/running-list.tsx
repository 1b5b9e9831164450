import { Badge, Loader, Text } from '@mantine/core';
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
          <Loader size={14} />
          <AnchorLink
            to="/batches/$batchId"
            params={{ batchId: id }}
            className="grow ellipsis mono"
            size="sm"
          >
            {name ?? oneLine(selectedText ?? batchText)}
          </AnchorLink>
          {batch.queuePosition !== null && (
            <Badge color="yellow" variant="light" tt="none">
              {queuedLabel(batch.queuePosition, batch.waitReason)}
            </Badge>
          )}
          <Text size="xs">{connections.data?.find((each) => each.id === connectionId)?.name}</Text>
          <Text size="xs" className="number" w={80}>
            {formatDuration(Math.max(0, nowMs - Date.parse(batch.startTime)))}
          </Text>
          <CancelButton batchId={id} isRequested={batch.cancel !== null} />
        </div>
      ))}
    </section>
  );
}
