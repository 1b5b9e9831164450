import { Tooltip } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { useEffect, useState } from 'react';
import { useConnection } from '../http/reads.js';
import { useManagesRun } from '../shares/run-rights.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { formatDuration } from '../ui/format.js';
import { CancelButton } from './cancel-button.js';
import { NotifyToggle } from './notify-toggle.js';
import { runLabel } from './run-labels.js';
import { timePartsOf } from './time-parts.js';

interface RunStatusProps {
  batch: Batch;
  isOffline: boolean;
  /** The editor shows another text than the run executed. */
  isOutdated: boolean;
}

/** The state and duration of a run, with buttons to cancel it and to be notified. */
export function RunStatus({ batch, isOffline, isOutdated }: RunStatusProps) {
  const elapsedMs = useElapsed(batch);
  const connection = useConnection(batch.connectionId);
  const canCancel = useManagesRun(batch);
  const isRunning = batch.status === 'started';
  const isQueued = isRunning && batch.queuePosition !== null;
  return (
    <>
      <span className="run-status" role="status" aria-live="polite">
        <span className="state" data-state={isQueued ? 'queued' : batch.status}>
          {runLabel(batch)}
        </span>
        {isOffline && (
          <span className="state" data-state="queued">
            Service unreachable. The run continues; reconnecting …
          </span>
        )}
      </span>
      <EnvironmentBadge connection={connection} />
      {isOutdated && (
        <Tooltip label="The text or the connection has changed since this run">
          <span className="state" data-state="queued">
            Outdated
          </span>
        </Tooltip>
      )}
      <Tooltip label={<TimeParts batch={batch} elapsedMs={elapsedMs} />}>
        <span className="run-time">{formatDuration(elapsedMs)}</span>
      </Tooltip>
      {isRunning && (
        <>
          {canCancel && <CancelButton batchId={batch.id} isRequested={batch.cancel !== null} />}
          <NotifyToggle batchId={batch.id} />
        </>
      )}
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
