import { readFileSync } from 'node:fs';

/**
 * Sampling interval. An engine allocates a few hundred MiB at most in this time; one sample takes about 20 µs.
 */
const SAMPLE_INTERVAL_MS = 100;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/**
 * Samples the memory of an engine's process from outside while a statement runs: a blocking engine cannot do it
 * itself.
 */
export class MemoryWatch {
  private timer: NodeJS.Timeout | null = null;
  private lastMb = 0;

  constructor(
    private readonly pid: number | undefined,
    private readonly memoryMb: number,
    private readonly exceeded: () => void,
  ) {}

  /** Whether memory use came close enough to the limit that the kernel limit probably ended the process. */
  get wasNearLimit(): boolean {
    return this.lastMb > this.memoryMb * 0.75;
  }

  start(): void {
    this.lastMb = 0;
    this.timer ??= setInterval(() => {
      this.sample();
    }, SAMPLE_INTERVAL_MS);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private sample(): void {
    const mb = privateMb(this.pid);
    if (mb !== null) this.lastMb = mb;
    if (this.lastMb <= this.memoryMb) return;
    this.stop();
    this.exceeded();
  }
}

/**
 * Returns the private memory of a process in MiB, without mapped files; null if the system does not report it.
 */
function privateMb(pid: number | undefined): number | null {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${String(pid)}/statm`, 'latin1')
      .split(' ')
      .map(Number);
    return ((resident - shared) * PAGE_BYTES) / MIB;
  } catch {
    return null;
  }
}
