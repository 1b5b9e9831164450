import {
  requireUuid,
  visibleSnapshot,
  waitForBatch,
  type BatchWatch,
  type Snapshot,
  type Snapshots,
} from '../batches/index.js';
import type { SharedReads } from '../shares/index.js';
import { describeRun } from './run-view.js';
import type { ToolCall } from './tool.js';

/** Dependencies of {@link waitForRun}. */
export interface RunWaitDependencies {
  snapshots: Snapshots;
  watch: BatchWatch;
  shares: Pick<SharedReads, 'find'>;
}

/** Interval of progress without a change, in milliseconds. */
const PROGRESS_MS = 5_000;

/**
 * Returns the run once it is final, or as it is when the time is over, the client closes the request or the service
 * stops. Reports progress to clients that asked for it: at once, at each change and every 5 s.
 *
 * @throws AppError 404, 403, and 503 when too many clients wait
 */
export async function waitForRun(
  dependencies: RunWaitDependencies,
  { principal, signal, report }: ToolCall,
  runId: string,
  waitMs: number,
): Promise<Snapshot> {
  const id = requireUuid(runId);
  const admit = (found: Snapshot): Promise<Snapshot> =>
    visibleSnapshot(dependencies.shares, found, principal);
  const wait = (ifNoneMatch: string | undefined, forMs: number) =>
    waitForBatch(dependencies, { id, ifNoneMatch, waitMs: forMs, signal, admit });
  if (report === undefined) return wait(undefined, waitMs);
  const end = Date.now() + waitMs;
  let snapshot = await wait(undefined, 0);
  for (;;) {
    const leftMs = end - Date.now();
    const isOver = snapshot.isFinal || leftMs <= 0 || signal.aborted;
    if (isOver || dependencies.watch.isClosed()) return snapshot;
    await report(describeRun(snapshot));
    snapshot = await wait(snapshot.etag, Math.min(leftMs, PROGRESS_MS));
  }
}
