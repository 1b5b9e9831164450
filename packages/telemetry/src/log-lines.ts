import sonicBoom from 'sonic-boom';

/** Lines that wait for a reader who is slow; what is more is lost, and the service goes on. */
const mostWaitingBytes = 16 * 1024 * 1024;
/** Between two tries to hand over what waits, when no line comes. */
const againMs = 50;
/** Spent at the end of a process on a reader who is slow. */
const lastTryMs = 1_000;

/**
 * Where a process writes its log: standard output, each line at once, so that the last one says why a process ended.
 * Neither a reader who is gone nor one who has stopped reading may hold the process up, at its end least of all.
 */
export function openLogLines(): sonicBoom.SonicBoom {
  /** Times that the reader had not made room. */
  let refusals = 0;
  const lines = new sonicBoom.SonicBoom({
    fd: process.stdout.fd,
    sync: true,
    maxLength: mostWaitingBytes,
    periodicFlush: againMs,
    // It would sleep between its tries.
    retryEAGAIN: () => false,
  });
  // There is nobody whom it could be told; what was not written is tried again.
  lines.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EAGAIN') refusals++;
  });
  process.once('exit', () => {
    const untilMs = performance.now() + lastTryMs;
    for (let seen = -1; seen !== refusals && performance.now() < untilMs;) {
      if (seen >= 0) sleep(5);
      seen = refusals;
      lines.flush();
    }
  });
  return lines;
}

const sleep = (ms: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
