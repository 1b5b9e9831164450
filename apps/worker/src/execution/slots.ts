/** Places in which batches run, so many side by side. */
export interface Slots {
  /** Does the work in a free slot, now; null when there is none. */
  tryRun(work: () => Promise<void>): Promise<void> | null;
  /** Does the work as soon as a slot is free, in the order of the calls. */
  run(work: () => Promise<void>): Promise<void>;
}

/** Makes `count` free slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
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
  };
}
