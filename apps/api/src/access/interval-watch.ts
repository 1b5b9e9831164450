/** Something that ends when a check finds that it is no longer allowed. */
export interface Watched {
  onEnd(): void;
}

/** Checks all watched entries together, at an interval. */
export interface IntervalWatch<Entry extends Watched> {
  /**
   * Calls `onEnd` of the entry once, after a check that finds it ended.
   *
   * @returns a function that stops watching; may be called twice
   */
  open(entry: Entry): () => void;
  close(): void;
}

/** Options of {@link createIntervalWatch}. */
export interface IntervalWatchOptions<Entry> {
  /** Returns the entries that have ended, by few queries for all of them. */
  findEnded(entries: readonly Entry[]): Promise<ReadonlySet<Entry>>;
  /** Receives a failed check. The check is repeated after the interval. */
  onError(error: unknown): void;
  /** Milliseconds. */
  intervalMs: number;
}

/** Creates a watch. Checks do not overlap. */
export function createIntervalWatch<Entry extends Watched>({
  findEnded,
  onError,
  intervalMs,
}: IntervalWatchOptions<Entry>): IntervalWatch<Entry> {
  const watched = new Set<Entry>();
  let isChecking = false;
  const check = async (): Promise<void> => {
    for (const entry of await findEnded([...watched])) {
      if (watched.delete(entry)) entry.onEnd();
    }
  };
  const timer = setInterval(() => {
    if (watched.size === 0 || isChecking) return;
    isChecking = true;
    check()
      .catch(onError)
      .finally(() => {
        isChecking = false;
      });
  }, intervalMs).unref();
  return {
    open: (entry) => {
      watched.add(entry);
      return () => void watched.delete(entry);
    },
    close: () => clearInterval(timer),
  };
}
