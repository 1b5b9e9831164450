/** Why this worker stops a running batch. */
export type StopReason = 'cancel' | 'restart' | 'lease';

/** The reason of an abort signal that stops a batch. */
class StopSignal extends Error {
  override readonly name = 'StopSignal';
  constructor(readonly reason: StopReason) {
    super(`Stopped: ${reason}`);
  }
}

/** The batches that this process runs. */
export interface ActiveBatches {
  /** Runs a batch and registers it until `run` settles. `run` gets the signal that stops the batch. */
  track(batchId: string, run: (signal: AbortSignal) => Promise<void>): Promise<void>;
  has(batchId: string): boolean;
  /** Stops a batch. Does nothing if the batch does not run here or is already being stopped. */
  stop(batchId: string, reason: StopReason): void;
  stopAll(reason: StopReason): void;
  /** Resolves when no batch runs. */
  idle(): Promise<void>;
}

/** Creates an empty registry. */
export function createActiveBatches(): ActiveBatches {
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  const stop = (batchId: string, reason: StopReason): void => {
    active.get(batchId)?.controller.abort(new StopSignal(reason));
  };
  return {
    track: (batchId, run) => {
      const controller = new AbortController();
      const done = run(controller.signal).finally(() => active.delete(batchId));
      active.set(batchId, { controller, done });
      return done;
    },
    has: (batchId) => active.has(batchId),
    stop,
    stopAll: (reason) => {
      for (const batchId of active.keys()) stop(batchId, reason);
    },
    idle: async () => {
      await Promise.allSettled([...active.values()].map((batch) => batch.done));
    },
  };
}

/** Returns why a batch is being stopped; undefined while the signal is not aborted. */
export function stopReason(signal: AbortSignal): StopReason | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason instanceof StopSignal ? signal.reason.reason : 'lease';
}
