import { Tooltip } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { useEffect, useState } from 'react';
import { formatDuration } from '../ui/format.js';
import { CancelButton } from './cancel-button.js';
import { queuedLabel, statusLabels } from './run-labels.js';
import { timePartsOf } from './time-parts.js';

/** The state and duration of a run, with a button to cancel it. */
export function RunStatus({ batch, isOffline }: { batch: Batch; isOffline: boolean }) {
  const elapsedMs = useElapsed(batch);
  const isRunning = batch.status === 'started';
  const isQueued = isRunning && batch.queuePosition !== null;
  return (
    <>
      <span className="run-status" role="status" aria-live="polite">
        <span className="state" data-state={isQueued ? 'queued' : batch.status}>
          {labelOf(batch)}
        </span>
        {isOffline && (
          <span className="state" data-state="queued">
            Service unreachable. The run continues; reconnecting …
          </span>
        )}
      </span>
      <Tooltip label={<TimeParts batch={batch} elapsedMs={elapsedMs} />}>
        <span className="run-time">{formatDuration(elapsedMs)}</span>
      </Tooltip>
      {isRunning && <CancelButton batchId={batch.id} isRequested={batch.cancel !== null} />}
    </>
  );
}

/** The phases of a run and their durations. */
function TimeParts({ batch, elapsedMs }: { batch: Batch; elapsedMs: number }) {
  return (
    <dl className="time-parts">
      {timePartsOf(batch, elapsedMs).map(([label, durationMs]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatDuration(durationMs)}</dd>
        </div>
      ))}
    </dl>
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
