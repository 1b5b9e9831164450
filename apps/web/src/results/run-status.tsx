import { Badge, Loader, Text } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { useEffect, useState } from 'react';
import { formatCount, formatDuration } from '../ui/format.js';
import { CancelButton } from './cancel-button.js';
import { queuedLabel, statusColours, statusLabels } from './run-labels.js';

/** The status, duration and row count of a run, with a button to cancel it. */
export function RunStatus({ batch, isOffline }: { batch: Batch; isOffline: boolean }) {
  const elapsedMs = useElapsed(batch);
  const isRunning = batch.status === 'started';
  const rows = batch.statements.find(({ status }) => status === 'started')?.rowCount;
  return (
    <div className="bar" role="status" aria-live="polite">
      <Badge color={statusColours[batch.status]} variant="light" tt="none">
        {labelOf(batch)}
      </Badge>
      {isRunning && <Loader size={14} />}
      <Text size="sm" component="span" className="number">
        {formatDuration(elapsedMs)}
      </Text>
      {rows != null && rows > 0 && (
        <Text size="sm" component="span">
          {formatCount(rows)} rows so far
        </Text>
      )}
      {isOffline && (
        <Badge color="orange" variant="light" tt="none">
          Service unreachable. The run continues; reconnecting …
        </Badge>
      )}
      {isRunning && <CancelButton batchId={batch.id} isRequested={batch.cancel !== null} />}
    </div>
  );
}

function labelOf({ status, queuePosition, waitReason, statements }: Batch): string {
  if (status !== 'started') return statusLabels[status];
  if (queuePosition !== null) return queuedLabel(queuePosition, waitReason);
  const running = statements.find((statement) => statement.status === 'started');
  if (running === undefined) return 'Connecting';
  return statements.length === 1
    ? 'Running'
    : `Running statement ${running.sequence} of ${statements.length}`;
}

/** Returns the duration of a run in milliseconds; updates while it runs. */
function useElapsed({ status, startTime, durationMs }: Batch): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (status !== 'started') return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [status]);
  return durationMs ?? Math.max(0, now - Date.parse(startTime));
}
