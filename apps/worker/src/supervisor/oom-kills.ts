import { readFileSync } from 'node:fs';

/** Tells whether the kernel has just killed a process for want of memory. */
export interface OomKills {
  /** Within the last ten seconds or less. */
  hasStruck(): boolean;
  close(): void;
}

const sampleEveryMs = 5_000;

/**
 * Watches the kernel's count of such kills. It counts those of the whole machine; together with the
 * end of a child by SIGKILL in the same seconds that is as much as can be known.
 */
export function watchOomKills(count: () => number = countOomKills): OomKills {
  // A kill may lie between the last sample and the news of it: the sample before is compared.
  let before = count();
  let latest = before;
  const timer = setInterval(() => {
    before = latest;
    latest = count();
  }, sampleEveryMs);
  timer.unref();
  return {
    hasStruck: () => count() > before,
    close: () => {
      clearInterval(timer);
    },
  };
}

/** 0 where the system does not tell. */
function countOomKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
