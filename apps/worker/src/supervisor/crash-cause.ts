import type { ChildEnd } from '@sluice/supervise';

/**
 * Why an executor died, as far as it can be told: its memory was full, it broke down by itself, or it hung and
 * was killed. Null = no more than that it did; somebody may have killed it.
 */
export type CrashCause = 'memory' | 'crash' | 'hang' | null;

// V8 says so before it aborts; an abort for another reason says something else.
const outOfMemory = /heap out of memory|reached heap limit|out of memory/i;

/** What the system sends to a process that does what no process may, and what such a one sends itself. */
const faults: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGABRT',
]);

/** 128 + SIGABRT: how a shell in between reports it. */
const abortedCode = 134;

/**
 * Reads the end of an executor. V8 aborts when its heap is full; the kernel kills, without a word to
 * the process, and counts it: `isOomKill` tells whether it did just now.
 */
export function crashCause(
  { code, signal, isHung, lastWords }: ChildEnd,
  isOomKill: boolean,
): CrashCause {
  if (isHung) return 'hang';
  if (signal === 'SIGKILL') return isOomKill ? 'memory' : null;
  const isAborted = signal === 'SIGABRT' || code === abortedCode;
  if (isAborted && outOfMemory.test(lastWords)) return 'memory';
  return isAborted || faults.has(signal ?? '') ? 'crash' : null;
}
