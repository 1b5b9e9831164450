/** Lets long conversions share a thread with everything else: one slice of one of them at a time. */
export interface Turns {
  /** Runs a slice of work after those asked for before, with a look at all else in between. */
  take<T>(slice: () => T): Promise<T>;
}

/** Turns for one process. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    // Asked for anew each time: immediates that are asked for together run without a look at the network.
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
