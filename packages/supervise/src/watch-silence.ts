/** Listens for a child that goes silent. */
export interface SilenceWatch {
  /** The child has said that it is well; the watch begins with the first time. */
  heard(): void;
  stop(): void;
}

/** Ticks may be late, on a busy machine or while this process is stopped. */
const longestTicks = 2;

/**
 * Calls `onSilent` once when the child has said nothing for `silentMs`. Time counts only while this process
 * runs: after a pause of its own, what the child said meanwhile is read behind the first tick.
 */
export function watchSilence(silentMs: number, onSilent: () => void): SilenceWatch {
  const tickMs = Math.min(500, silentMs / 10);
  let silentForMs: number | null = null;
  let tickedAtMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const passedMs = Math.min(nowMs - tickedAtMs, longestTicks * tickMs);
    tickedAtMs = nowMs;
    if (silentForMs === null) return;
    silentForMs += passedMs;
    if (silentForMs < silentMs) return;
    clearInterval(timer);
    onSilent();
  }, tickMs);
  return {
    heard: () => {
      silentForMs = 0;
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
