import sonicBoom from 'sonic-boom';

/** Bytes kept for a slow reader; further lines are dropped, and the service continues. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;
/** Milliseconds between two attempts to write pending lines when no new line arrives. */
const RETRY_INTERVAL_MS = 50;
/** Milliseconds spent on a slow reader when the process ends. */
const LAST_ATTEMPT_MS = 1_000;

/**
 * Opens the log of a process: standard output, each line at once, so that the last one tells why the process
 * ended. A reader that is gone or has stopped reading never blocks the process, nor its end.
 */
export function openLogLines(): sonicBoom.SonicBoom {
  /** Attempts in which the reader had no space. */
  let refusals = 0;
  const lines = new sonicBoom.SonicBoom({
    fd: process.stdout.fd,
    sync: true,
    maxLength: MAX_PENDING_BYTES,
    periodicFlush: RETRY_INTERVAL_MS,
    // A retry of the library would block between its attempts.
    retryEAGAIN: () => false,
  });
  // The error cannot be reported anywhere; unwritten lines are tried again.
  lines.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EAGAIN') refusals++;
  });
  process.once('exit', () => {
    const untilMs = performance.now() + LAST_ATTEMPT_MS;
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
