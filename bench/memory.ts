import { readFile } from 'node:fs/promises';

/** A kind of memory that the kernel reports of a process. Linux only. */
interface Memory {
  mebibytes(pid: number): Promise<number>;
  sampleEveryMs: number;
}

/** The resident memory of a process. */
const residentMemory: Memory = {
  mebibytes: async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
  },
  sampleEveryMs: 20,
};

/**
 * The proportional set size (PSS) of a process: pages shared by n processes count 1/n in each, so that the sum
 * over processes is their total memory.
 */
export const proportionalMemory: Memory = {
  mebibytes: async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? NaN) / 1024;
  },
  // Each takes 3 ms of processor time and holds up the page faults of the process: sampled every 20 ms, 500 sleeping
  // batches took two seconds longer.
  sampleEveryMs: 1_000,
};

/** Samples a process's memory while `work` runs. */
export async function memoryGrowth<T>(
  pid: number,
  work: () => Promise<T>,
  memory = residentMemory,
): Promise<{ value: T; growthMiB: number; peakMiB: number }> {
  const before = await memory.mebibytes(pid);
  let peakMiB = before;
  const timer = setInterval(() => {
    void memory.mebibytes(pid).then((now) => (peakMiB = Math.max(peakMiB, now)));
  }, memory.sampleEveryMs);
  try {
    const value = await work();
    peakMiB = Math.max(peakMiB, await memory.mebibytes(pid));
    return { value, growthMiB: peakMiB - before, peakMiB };
  } finally {
    clearInterval(timer);
  }
}
