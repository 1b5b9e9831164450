import type { ClaimedBatch } from '@sluice/database';
import type { RowMemory, RunOptions } from '@sluice/driver-kit';

/** Limits of every batch; a connection can only lower them. Null disables a limit. */
export interface BatchLimits {
  maxRows: number | null;
  maxBytes: number | null;
  maxCellBytes: number;
  maxRowBytes: number;
  timeoutMs: number | null;
  /** Shared by all statements of the process. */
  rowMemory: RowMemory;
  /** Milliseconds until a result expires. */
  retentionMs: number;
}

/** Returns the options of a batch's statements. */
export function runOptions(
  limits: BatchLimits,
  batch: ClaimedBatch,
  signal: AbortSignal,
): RunOptions {
  const { connection } = batch;
  return {
    signal,
    maxRows: lowest(limits.maxRows, connection?.maxRows ?? null),
    maxBytes: limits.maxBytes,
    maxCellBytes: limits.maxCellBytes,
    maxRowBytes: limits.maxRowBytes,
    timeoutMs: timeoutOf(limits, batch),
    rowMemory: limits.rowMemory,
  };
}

/** Returns the statement timeout of a batch in milliseconds; null if it has none. */
export function timeoutOf(
  limits: Pick<BatchLimits, 'timeoutMs'>,
  { connection }: ClaimedBatch,
): number | null {
  const seconds = connection?.queryTimeoutSeconds ?? null;
  return lowest(limits.timeoutMs, seconds === null ? null : seconds * 1000);
}

/** Returns the lower of two limits; null and 0 mean no limit. */
const lowest = (a: number | null, b: number | null): number | null => {
  const set = [a, b].filter((limit) => limit !== null && limit > 0) as number[];
  return set.length === 0 ? null : Math.min(...set);
};
