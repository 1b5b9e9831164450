import { DriverError, type SessionOptions } from '../driver.js';
import { connectError } from './errors.js';
import { exchange } from './exchange.js';
import type { Settings } from './settings.js';
import { start, type StartOptions, type Started } from './startup.js';

/** How values are written: what the encoders read, whatever the server's or the role's defaults are. */
const FORMATS = [
  'SET IntervalStyle TO iso_8601',
  'SET bytea_output TO hex',
  'SET extra_float_digits TO 3',
];

/** Opens a session and sets it up, in one round trip more. @throws DriverError outcome `not_run` */
export async function open(settings: Settings, options: SessionOptions): Promise<Started> {
  const limit = withTimeout(options.signal, options.connectTimeoutMs);
  try {
    return await opened(settings, options, { ...options, signal: limit.signal });
  } catch (error) {
    if (options.signal.aborted)
      throw new DriverError('cancelled', 'not_run', 'Connecting was cancelled');
    if (limit.signal.aborted) throw limit.timeout();
    throw connectError(error);
  } finally {
    limit.clear();
  }
}

async function opened(
  settings: Settings,
  options: SessionOptions,
  startOptions: StartOptions,
): Promise<Started> {
  const started = await start(settings, startOptions);
  const giveUp = (): void => {
    started.wire.destroy(new DriverError('connection', 'not_run', 'Connecting was given up'));
  };
  startOptions.signal.addEventListener('abort', giveUp, { once: true });
  try {
    await setUp(started, settings, options);
    return started;
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    startOptions.signal.removeEventListener('abort', giveUp);
  }
}

async function setUp(
  { wire }: Started,
  settings: Settings,
  options: SessionOptions,
): Promise<void> {
  const version = Number.parseInt(wire.parameters.get('server_version') ?? '', 10);
  const formats = options.readOnly
    ? [...FORMATS, 'SET default_transaction_read_only TO on']
    : FORMATS;
  // Some platforms refuse it, so it stands alone and may fail. It stops a query whose worker has died.
  const checks = version >= 14 ? ['SET client_connection_check_interval TO 500'] : [];
  const before = settings.preQueryStatements === '' ? [] : [settings.preQueryStatements];
  const answers = await exchange(wire, [formats.join('; '), ...checks, ...before]);
  const needed = [answers[0], before.length > 0 ? answers.at(-1) : undefined];
  for (const answer of needed) if (answer?.error) throw answer.error;
}

function withTimeout(signal: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const timer = setTimeout(abort, timeoutMs);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    timeout: (): DriverError =>
      new DriverError(
        'connection',
        'not_run',
        `The database did not answer within ${String(Math.round(timeoutMs / 100) / 10)} seconds`,
      ),
    clear: (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
