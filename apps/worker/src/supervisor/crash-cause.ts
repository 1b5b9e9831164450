import type { ChildEnd } from '@sluice/supervise';

/** Why an executor died, as far as it can be told; null = no more than that it did. */
export type CrashCause = 'memory' | null;

// V8 says so before it aborts; an abort for another reason says something else.
const outOfMemory = /heap out of memory|reached heap limit|out of memory/i;

/** 128 + SIGABRT: how a shell in between reports it. */
const abortedCode = 134;

/**
 * Reads the end of an executor. V8 aborts when its heap is full; the kernel kills, without a word to
 * the process, and counts it: `isOomKill` tells whether it did just now.
 */
export function crashCause({ code, signal, lastWords }: ChildEnd, isOomKill: boolean): CrashCause {
  if (signal === 'SIGKILL') return isOomKill ? 'memory' : null;
  const isAborted = signal === 'SIGABRT' || code === abortedCode;
  return isAborted && outOfMemory.test(lastWords) ? 'memory' : null;
}
