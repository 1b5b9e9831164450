/** Lets long conversions share a thread with other work: one slice of one of them at a time. */
export interface SliceQueue {
  /** Runs a slice of work after the slices requested before, and lets the event loop run in between. */
  take<T>(slice: () => T): Promise<T>;
}

/** The scheduler of one process. */
export function createSliceQueue(): SliceQueue {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    // Requested again each time: immediates that are queued together run without an event loop iteration in between.
    if (waiting.length > 0) setImmediate(next);
  };
  return {
    take: (slice) =>
      new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(slice());
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
        if (waiting.length === 1) setImmediate(next);
      }),
  };
}
