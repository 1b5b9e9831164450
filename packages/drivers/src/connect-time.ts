import { DriverError, type SessionOptions } from './driver.js';

/**
 * Connects within the time that is allowed for it: `connect` gives up when its signal aborts.
 *
 * @throws DriverError kind `cancelled` or `connection` when the time was over first; else what
 * `connect` throws
 */
export async function withinTime<T>(
  { signal, connectTimeoutMs }: Pick<SessionOptions, 'signal' | 'connectTimeoutMs'>,
  connect: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = (): void => {
    limit.abort();
  };
  const timer = setTimeout(abort, connectTimeoutMs);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await connect(limit.signal);
  } catch (error) {
    if (signal.aborted) throw new DriverError('cancelled', 'not_run', 'Connecting was cancelled');
    if (limit.signal.aborted) throw tooLate(connectTimeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

const tooLate = (timeoutMs: number): DriverError =>
  new DriverError(
    'connection',
    'not_run',
    `The database did not answer within ${String(Math.round(timeoutMs / 100) / 10)} seconds`,
  );
