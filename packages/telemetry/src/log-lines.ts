import sonicBoom from 'sonic-boom';

/** Bytes kept for a slow reader; further lines are dropped, and the service continues. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;
/** Milliseconds between two attempts to write pending lines when no new line arrives. */
const RETRY_INTERVAL_MS = 50;
/** Milliseconds that the end of a process waits for a reader that takes nothing. */
const IDLE_READER_MS = 1_000;
/** Milliseconds that the end of a process waits for a slow reader. */
const LAST_ATTEMPT_MS = 5_000;

/**
 * Opens the log of a process: standard output, each line at once, so that the last one tells why the process
 * ended. A reader that is gone or has stopped reading never blocks the process, nor its end.
 */
export function openLogLines(): sonicBoom.SonicBoom {
  /** Attempts in which the reader had no space. */
  let refusals = 0;
  /** When the reader last took lines, by `performance.now()`. */
  let takenAt = 0;
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
  lines.on('write', () => (takenAt = performance.now()));
  process.once('exit', () => {
    takenAt = performance.now();
    const endsAt = takenAt + LAST_ATTEMPT_MS;
    const isWaiting = () => performance.now() < Math.min(takenAt + IDLE_READER_MS, endsAt);
    for (let seen = -1; seen !== refusals && isWaiting();) {
      if (seen >= 0) sleep(1);
      seen = refusals;
      lines.flush();
    }
  });
  return lines;
}

const sleep = (ms: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
