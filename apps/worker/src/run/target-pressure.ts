/** Whether target databases recently refused sessions, so that batches may wait for others to end. */
export interface TargetPressure {
  /** Records a refused session. */
  record(): void;
  isRecent(): boolean;
}

/** As long as a refusal limits new starts; see `full_slots` in packages/database. */
const RECENT_MS = 10_000;

/** Creates one without a refusal. */
export function createTargetPressure(): TargetPressure {
  let lastMs = -Infinity;
  return {
    record: () => {
      lastMs = performance.now();
    },
    isRecent: () => performance.now() - lastMs < RECENT_MS,
  };
}
