/** Why a running batch is being stopped by us. */
export type StopReason = 'cancel' | 'restart' | 'lease';

/** Carried by an abort signal: tells the reason to whoever sees the abort. */
export class StopSignal extends Error {
  override readonly name = 'StopSignal';
  constructor(readonly reason: StopReason) {
    super(`Stopped: ${reason}`);
  }
}

/** The batches that this process runs, each with the means to stop it. */
export interface ActiveBatches {
  /** Registers a batch for the time of `run`, which is given the signal that stops it. */
  track(batchId: string, run: (signal: AbortSignal) => Promise<void>): Promise<void>;
  has(batchId: string): boolean;
  /** Does nothing when the batch does not run here or is being stopped already. */
  stop(batchId: string, reason: StopReason): void;
  stopAll(reason: StopReason): void;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

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

/** The reason an abort signal carries; undefined while it is not aborted. */
export function stopReason(signal: AbortSignal): StopReason | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason instanceof StopSignal ? signal.reason.reason : 'lease';
}
