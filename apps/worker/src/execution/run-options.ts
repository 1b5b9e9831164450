import type { ClaimedBatch } from '@sluice/database';
import type { RowMemory, RunOptions } from '@sluice/driver-kit';

/** Limits that hold for every batch; a connection may only lower them. Null = none. */
export interface ExecutionLimits {
  maxRows: number | null;
  maxBytes: number | null;
  maxCellBytes: number;
  maxRowBytes: number;
  timeoutMs: number | null;
  /** Shared by all statements of the process. */
  rowMemory: RowMemory;
  /** How long results are kept. */
  retentionMs: number;
}

/** The options of a batch's statements. */
export function runOptions(
  limits: ExecutionLimits,
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

/** Milliseconds that a statement of the batch may take; null = any. */
export function timeoutOf(
  limits: Pick<ExecutionLimits, 'timeoutMs'>,
  { connection }: ClaimedBatch,
): number | null {
  const seconds = connection?.queryTimeoutSeconds ?? null;
  return lowest(limits.timeoutMs, seconds === null ? null : seconds * 1000);
}

/** The lower of two limits, where null and 0 mean none. */
const lowest = (a: number | null, b: number | null): number | null => {
  const set = [a, b].filter((limit) => limit !== null && limit > 0) as number[];
  return set.length === 0 ? null : Math.min(...set);
};
