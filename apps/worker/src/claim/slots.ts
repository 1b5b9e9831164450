/** A fixed number of slots; each runs one piece of work at a time. */
export interface Slots {
  /** Runs the work now in a free slot; returns null when no slot is free. */
  tryRun(work: () => Promise<void>): Promise<void> | null;
  /** Runs the work when a slot is free, in the order of the calls. */
  run(work: () => Promise<void>): Promise<void>;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

/** Creates `count` free slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  let whenIdle: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    free += 1;
    if (free < count) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  };
  return {
    tryRun: (work) => {
      if (free === 0) return null;
      free -= 1;
      return work().finally(release);
    },
    run: async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      await work().finally(release);
    },
    idle: async () => {
      if (free < count) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
