import { readFile } from 'node:fs/promises';

const sampleEveryMs = 20;

/** Resident memory of a process, in MiB. Linux only. */
async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}

/** Watches a process's memory while `work` runs. */
export async function memoryGrowth<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; growthMiB: number; peakMiB: number }> {
  const before = await residentMiB(pid);
  let peakMiB = before;
  const timer = setInterval(() => {
    void residentMiB(pid).then((now) => (peakMiB = Math.max(peakMiB, now)));
  }, sampleEveryMs);
  try {
    const value = await work();
    peakMiB = Math.max(peakMiB, await residentMiB(pid));
    return { value, growthMiB: peakMiB - before, peakMiB };
  } finally {
    clearInterval(timer);
  }
}
