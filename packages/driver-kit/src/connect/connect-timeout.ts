import { DriverError, type SessionOptions } from '../contract/driver.js';

/** `AbortSignal.timeout` of the caller counts as a timeout; its reason says so. */
const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof Error && reason.name === 'TimeoutError';

/**
 * Runs `connect` with the connect timeout; `connect` must stop when its signal aborts.
 *
 * @throws DriverError kind `cancelled`, or kind `connection` after the timeout; otherwise the error of
 * `connect`. `server` names the server in the error
 *
 */
export async function withConnectTimeout<T>(
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
    if (limit.signal.aborted) throw timeoutError(server, connectTimeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

const timeoutError = (server: string, timeoutMs: number): DriverError =>
  new DriverError(
    'connection',
    'not_run',
    `Connect timeout: ${server} did not answer within ${String(Math.round(timeoutMs / 100) / 10)} seconds`,
    {
      hint: 'Check that the server is reachable, or raise SERVICE_CONNECT_TIMEOUT_SECONDS.',
    },
  );
