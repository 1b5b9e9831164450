import type { ChildEnd } from '@sluice/supervise';

/**
 * Why an executor died: out of memory, a crash, or it hung and was killed. Null if unknown; it may have been
 * killed from outside.
 */
export type CrashCause = 'memory' | 'crash' | 'hang' | null;

// V8 prints this before it aborts because its heap is full.
const OUT_OF_MEMORY = /heap out of memory|reached heap limit|out of memory/i;

/** Signals that the system sends for a fault, and that a process sends itself to abort. */
const FAULT_SIGNALS: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGABRT',
]);

/** 128 + SIGABRT: how a shell reports an abort. */
const ABORTED_CODE = 134;

/**
 * Returns why an executor ended. V8 aborts when its heap is full. The kernel kills a process without notice
 * and counts that: `isOomKill` says whether it just did.
 */
export function crashCause(
  { code, signal, isHung, lastWords }: ChildEnd,
  isOomKill: boolean,
): CrashCause {
  if (isHung) return 'hang';
  if (signal === 'SIGKILL') return isOomKill ? 'memory' : null;
  const isAborted = signal === 'SIGABRT' || code === ABORTED_CODE;
  if (isAborted && OUT_OF_MEMORY.test(lastWords)) return 'memory';
  return isAborted || FAULT_SIGNALS.has(signal ?? '') ? 'crash' : null;
}
