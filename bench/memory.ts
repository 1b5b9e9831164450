import { readFile } from 'node:fs/promises';

const sampleEveryMs = 20;

/** Returns the resident memory of a process in MiB. Linux only. */
async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}

/**
 * Returns the proportional set size (PSS) of a process in MiB: pages shared by n processes count 1/n in each,
 * so that the sum over processes is their total memory. Linux only.
 */
export async function proportionalMiB(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? NaN) / 1024;
}

/** Samples a process's memory while `work` runs. */
export async function memoryGrowth<T>(
  pid: number,
  work: () => Promise<T>,
  memoryOf = residentMiB,
): Promise<{ value: T; growthMiB: number; peakMiB: number }> {
  const before = await memoryOf(pid);
  let peakMiB = before;
  const timer = setInterval(() => {
    void memoryOf(pid).then((now) => (peakMiB = Math.max(peakMiB, now)));
  }, sampleEveryMs);
  try {
    const value = await work();
    peakMiB = Math.max(peakMiB, await memoryOf(pid));
    return { value, growthMiB: peakMiB - before, peakMiB };
  } finally {
    clearInterval(timer);
  }
}
