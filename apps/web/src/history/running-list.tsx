import { Anchor, Badge, Loader, Text } from '@mantine/core';
import type { BatchListItem } from '@sluice/contracts';
import { Link } from '@tanstack/react-router';
import { useConnections } from '../api/queries.js';
import { durationOf } from '../workbench/format.js';
import { placeWords, waits } from '../workbench/run-words.js';
import { CancelButton } from '../workbench/cancel-button.js';
import { oneLine } from './history-row.js';
import { useNow } from './use-now.js';

/** One's own runs that have not ended, each with how it stands. */
export function RunningList({ batches }: { batches: BatchListItem[] }) {
  const connections = useConnections();
  const nowMs = useNow(batches.length > 0);
  if (batches.length === 0) return null;
  return (
    <section className="running" aria-label="Running now">
      {batches.map(({ id, name, batchText, selectedText, connectionId, ...batch }) => (
        <div key={id} className="running-row">
          <Loader size={14} />
          <Anchor
            component={Link}
            to={`/batches/${id}` as never}
            className="grow ellipsis mono"
            size="sm"
          >
            {name ?? oneLine(selectedText ?? batchText)}
          </Anchor>
          {batch.queuePosition !== null && (
            <Badge color="yellow" variant="light" tt="none">
              Queued, number {placeWords(batch.queuePosition)}
              {batch.waitReason !== null && `: ${waits[batch.waitReason]}`}
            </Badge>
          )}
          <Text size="xs">{connections.data?.find((each) => each.id === connectionId)?.name}</Text>
          <Text size="xs" className="number" w={80}>
            {durationOf(Math.max(0, nowMs - Date.parse(batch.startTime)))}
          </Text>
          <CancelButton batchId={id} isAsked={batch.cancel !== null} />
        </div>
      ))}
    </section>
  );
}
