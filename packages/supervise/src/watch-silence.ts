/** Detects a child that sends no heartbeats. */
export interface SilenceWatch {
  /** Records a heartbeat; the first one starts the check. */
  heard(): void;
  stop(): void;
}

/** Ticks may be late on a busy machine or while this process is stopped. */
const MAX_TICKS = 2;

/**
 * Calls `onSilent` once when the child has sent nothing for `silentMs`. Only time in which this process runs
 * counts: after a pause, messages that arrived meanwhile are read after the first tick.
 */
export function watchSilence(silentMs: number, onSilent: () => void): SilenceWatch {
  const tickMs = Math.min(500, silentMs / 10);
  let silentForMs: number | null = null;
  let tickedAtMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const passedMs = Math.min(nowMs - tickedAtMs, MAX_TICKS * tickMs);
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
