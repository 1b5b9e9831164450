import { Button } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { formatDuration, formatTime } from '../ui/format.js';
import { useNow } from '../ui/use-now.js';

interface ReusedNoteProps {
  /** The earlier run. */
  batch: Batch;
  isBusy: boolean;
  onRunAgain(): void;
}

/** Tells that the rows are those of an earlier run, and runs the query again. */
export function ReusedNote({ batch: { stopTime }, isBusy, onRunAgain }: ReusedNoteProps) {
  const now = useNow(true);
  if (stopTime === null) return null;
  const ageMs = Math.max(0, now - Date.parse(stopTime));
  return (
    <div className="bar">
      <span title={formatTime(stopTime)}>Reused from {agoOf(ageMs)}</span>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={onRunAgain}>
        Run again
      </Button>
    </div>
  );
}

/** Whole seconds, because the text follows the clock. */
const agoOf = (ageMs: number): string =>
  `${ageMs < 60_000 ? `${Math.floor(ageMs / 1_000)} s` : formatDuration(ageMs)} ago`;
