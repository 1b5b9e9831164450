import { setTimeout as delay } from 'node:timers/promises';
import { closeDebugging, type ApiSettings } from '@sluice/config';
import { AppError, messageOf } from '@sluice/errors';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { createLogger } from './operations/index.js';
import { loadConfiguration, type ApiConfiguration } from './load-configuration.js';
import type { ConnectionDefinition } from './provisioning/index.js';
import { startApi, type RunningApi } from './start.js';

/** Longer than the maximum wait of a client, so that no wait is interrupted. */
const CLOSE_TIMEOUT_MS = 15_000;

/**
 * Maximum delay between two attempts to start: an attempt is cheap, and after an outage every
 * second counts.
 */
const MAX_DELAY_MS = 500;

/** Runs the API process: settings, server, graceful shutdown. */
async function main(): Promise<void> {
  closeDebugging();
  const { settings, warnings, connections } = loadOrExit();
  const log = createLogger(settings.SERVICE_LOG_LEVEL);
  for (const warning of warnings) log.warn(warning);
  const api = await startWhenPossible(settings, connections, log);
  const delayMs = settings.SERVICE_DRAIN_SECONDS * 1_000 + CLOSE_TIMEOUT_MS;
  const { close } = closeWithGrace({ delay: delayMs }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'api failed');
    await api.stop();
  });
  // The process exits with the launcher that started it.
  process.once('disconnect', close);
  log.info({ address: api.address }, 'api listening');
  process.send?.({ type: 'ready', address: api.address });
}

function loadOrExit(): ApiConfiguration {
  try {
    return loadConfiguration();
  } catch (error) {
    return exitWith(error);
  }
}

function exitWith(error: unknown): never {
  const text =
    error instanceof AppError && error.detail !== undefined
      ? `${error.title}:\n${error.detail}`
      : messageOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Waits for the database and the queue. A port that is in use is a permanent error. */
async function startWhenPossible(
  settings: ApiSettings,
  connections: ConnectionDefinition[],
  log: Logger,
): Promise<RunningApi> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    try {
      return await startApi(settings, log, connections);
    } catch (error) {
      if (isPermanent(error)) return exitWith(error);
      log.warn({ err: error, delayMs }, 'api start failed, retrying');
      await delay(delayMs);
    }
  }
}

const isPermanent = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'configuration') || isListenError(error);

const isListenError = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  error.syscall === 'listen' &&
  'code' in error &&
  typeof error.code === 'string';

await main();
