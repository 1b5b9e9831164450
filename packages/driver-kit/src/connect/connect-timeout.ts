import { DriverError, type SessionOptions } from '../contract/driver.js';

/** The caller's own limit of time is a time-out, too: `AbortSignal.timeout` says so in its reason. */
const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof Error && reason.name === 'TimeoutError';

/**
 * Connects within the time that is allowed for it: `connect` gives up when its signal aborts.
 *
 * @throws DriverError kind `cancelled` or `connection` when the time was over first; else what
 * `connect` throws. `server` names what was to be reached
 */
export async function withinTime<T>(
  { signal, connectTimeoutMs }: Pick<SessionOptions, 'signal' | 'connectTimeoutMs'>,
  connect: (signal: AbortSignal) => Promise<T>,
  server = 'The database',
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
    if (signal.aborted && !isTimeout(signal))
      throw new DriverError('cancelled', 'not_run', 'Connecting was cancelled');
    if (limit.signal.aborted) throw tooLate(server, connectTimeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

const tooLate = (server: string, timeoutMs: number): DriverError =>
  new DriverError(
    'connection',
    'not_run',
    `Connect timeout: ${server} did not answer within ${String(Math.round(timeoutMs / 100) / 10)} seconds`,
    {
      hint: 'Check that the server can be reached, or raise SERVICE_CONNECT_TIMEOUT_SECONDS.',
    },
  );
