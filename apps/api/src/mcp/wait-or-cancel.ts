import { AppError } from '@sluice/errors';
import { cancelBatch, type Snapshot } from '../batches/index.js';
import { waitForRun, type RunWaitDependencies } from './run-wait.js';
import type { ToolCall } from './tool.js';

/** Dependencies of {@link waitOrCancel}. */
export interface WaitOrCancelDependencies extends RunWaitDependencies {
  cancel: Parameters<typeof cancelBatch>[0];
}

/** Waits for the end of a run, and cancels it when the client closes the request meanwhile. */
export async function waitOrCancel(
  dependencies: WaitOrCancelDependencies,
  call: ToolCall,
  created: Snapshot,
  waitMs: number,
): Promise<Snapshot> {
  // The run is accepted even if waiting fails: without its ID the model would run it again.
  const snapshot = await waitForRun(dependencies, call, created.id, waitMs).catch(() => created);
  if (!call.signal.aborted || snapshot.isFinal) return snapshot;
  const { principal: actor, address } = call;
  const cancelled = await cancelBatch(dependencies.cancel, { actor, address }, created.id);
  if (call.signal.reason instanceof AppError) throw call.signal.reason;
  return cancelled;
}
