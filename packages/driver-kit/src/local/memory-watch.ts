import { readFileSync } from 'node:fs';

/** Between two looks an engine takes some hundred MiB at most; a look takes about 20 µs. */
const LOOK_EVERY_MS = 100;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/** Watches the memory of an engine's process while a statement runs, from outside: a blocking engine cannot. */
export class MemoryWatch {
  private timer: NodeJS.Timeout | null = null;
  private lastMb = 0;

  constructor(
    private readonly pid: number | undefined,
    private readonly memoryMb: number,
    private readonly exceeded: () => void,
  ) {}

  /** Whether a process that ended by itself had so much that the kernel's limit is the likely reason. */
  get wasNear(): boolean {
    return this.lastMb > this.memoryMb * 0.75;
  }

  start(): void {
    this.lastMb = 0;
    this.timer ??= setInterval(() => {
      this.look();
    }, LOOK_EVERY_MS);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private look(): void {
    const mb = privateMb(this.pid);
    if (mb !== null) this.lastMb = mb;
    if (this.lastMb <= this.memoryMb) return;
    this.stop();
    this.exceeded();
  }
}

/** MiB that are the process's own, without mapped files; null where the system does not say. */
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
