import { readFileSync } from 'node:fs';

/** Says whether the kernel has just killed a process because memory was full. */
export interface OomKills {
  /** Whether it did within the last 10 s. */
  hasKilled(): boolean;
  close(): void;
}

const SAMPLE_INTERVAL_MS = 5_000;

/**
 * Watches the kernel's counter of out-of-memory kills. The counter covers the whole machine and names no process: a kill
 * counts as the cause only if a child ended by SIGKILL at the same time.
 */
export function watchOomKills(count: () => number = countOomKills): OomKills {
  // A kill may happen between the last sample and the child's end, so the sample before it is compared.
  let before = count();
  let latest = before;
  const timer = setInterval(() => {
    before = latest;
    latest = count();
  }, SAMPLE_INTERVAL_MS);
  timer.unref();
  return {
    hasKilled: () => count() > before,
    close: () => {
      clearInterval(timer);
    },
  };
}

/** Returns 0 if the system has no such counter. */
function countOomKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
