/** Whether target databases refused sessions of late: batches may wait for the end of others then. */
export interface TargetPressure {
  /** A session was refused. */
  note(): void;
  isRecent(): boolean;
}

/** As long as a refusal bounds what may start; see `full_slots`. */
const recentMs = 10_000;

/** Makes one that has seen no refusal. */
export function createTargetPressure(): TargetPressure {
  let lastMs = -Infinity;
  return {
    note: () => {
      lastMs = performance.now();
    },
    isRecent: () => performance.now() - lastMs < recentMs,
  };
}
