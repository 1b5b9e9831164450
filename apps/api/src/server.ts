import { setTimeout as delay } from 'node:timers/promises';
import {
  closeDebugging,
  loadApiConfig,
  type ApiSettings,
  type ProcessConfig,
} from '@sluice/config';
import { AppError, messageOf } from '@sluice/errors';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { createLogger } from './operations/index.js';
import { type GivenConnection, readEnvironmentConnections } from './provisioning/index.js';
import { startApi, type RunningApi } from './start.js';

/** Longer than the longest wait of a client, so that none is cut off. */
const closeWithinMs = 15_000;

/** Between two tries to start: asking is cheap, and after an outage every second counts. */
const longestDelayMs = 500;

/** The API process: settings, one server, a clean end. */
async function main(): Promise<void> {
  closeDebugging();
  const { settings, warnings, connections } = loadOrExit();
  const log = createLogger(settings.SERVICE_LOG_LEVEL);
  for (const warning of warnings) log.warn(warning);
  const api = await startWhenPossible(settings, connections, log);
  const delayMs = settings.SERVICE_DRAIN_SECONDS * 1_000 + closeWithinMs;
  const { close } = closeWithGrace({ delay: delayMs }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'the API failed');
    await api.stop();
  });
  // A launcher that was killed takes its processes with it.
  process.once('disconnect', close);
  log.info({ address: api.address }, 'the API listens');
  process.send?.({ type: 'ready', address: api.address });
}

interface Loaded extends Omit<ProcessConfig<ApiSettings>, 'connections'> {
  connections: GivenConnection[];
}

function loadOrExit(): Loaded {
  let connections: GivenConnection[] = [];
  try {
    const loaded = loadApiConfig(undefined, (given, settings) => {
      const allowsSockets = settings.SERVICE_UNIX_SOCKETS_DIR !== undefined;
      const read = readEnvironmentConnections(given, allowsSockets);
      connections = read.connections;
      return read.problems;
    });
    return { ...loaded, connections };
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

/** A database or queue that is not up yet is waited for; a port that is taken is not. */
async function startWhenPossible(
  settings: ApiSettings,
  connections: GivenConnection[],
  log: Logger,
): Promise<RunningApi> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await startApi(settings, log, connections);
    } catch (error) {
      if (isPermanent(error)) return exitWith(error);
      log.warn({ err: error, delayMs }, 'the API could not start yet');
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
