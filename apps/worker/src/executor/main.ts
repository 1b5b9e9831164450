import { setTimeout as delay } from 'node:timers/promises';
import { closeDebugging, type ServiceSettings } from '@sluice/config';
import { tryAgainCode } from '@sluice/supervise';
import { createProcessLogger } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { loadOrExit } from '../load-config.js';
import { openWorkerTelemetry } from '../telemetry/index.js';
import { openWorkerServices, type WorkerServices } from './services.js';
import { startWorker, type RunningWorker } from './worker.js';

/** Beyond the shutdown grace: two steps of 5 s to stop a statement, and the writes that follow. */
const CLOSE_MARGIN_MS = 15_000;

/** Delay between two attempts to start. An attempt is cheap, and after an outage every second counts. */
const MAX_DELAY_MS = 500;

/**
 * The executor process: one worker with its lease, started and named by a supervisor. When the lease is
 * lost or the start fails, it exits with the code that asks for a restart; after an uncaught error, with 1.
 */
async function main(workerId: string, replacedCause: string | undefined): Promise<void> {
  closeDebugging();
  const { settings } = loadOrExit();
  sendHeartbeats(settings.SERVICE_WORKER_LEASE_MS / 5);
  const log = createProcessLogger('worker', settings.SERVICE_LOG_LEVEL);
  // Standard error goes through the supervisor. If that is killed, this process still closes cleanly.
  process.stderr.on('error', () => undefined);
  const telemetry = await openWorkerTelemetry(settings, log);
  if (replacedCause !== undefined) telemetry.metrics.executorReplaced(replacedCause);
  const ending = new AbortController();
  let starting: Promise<RunningWorker | undefined> = Promise.resolve(undefined);
  const end = onceEnded(settings, log, async () => {
    ending.abort();
    // A worker that starts may have its lease already, and batches would wait for it.
    const started = await starting.catch(() => undefined);
    await started?.stop();
    await telemetry.close();
  });
  endOnSignals(end, log);
  const services = await openWhenPossible(settings, log);
  if (ending.signal.aborted) return;
  let worker: RunningWorker;
  try {
    const start = startWorker(settings, log, services, telemetry, workerId);
    starting = start;
    worker = await start;
  } catch (error) {
    log.warn({ err: error }, 'worker could not start; restarting');
    end(tryAgainCode);
    return;
  }
  const endAfterLoss = (): void => {
    log.fatal('lease lost; restarting');
    end(tryAgainCode);
  };
  // A start that took longer than the lease has already lost it.
  if (worker.lost.aborted) endAfterLoss();
  else worker.lost.addEventListener('abort', endAfterLoss);
  if (process.connected) process.send?.({ type: 'ready' });
}

/** Returns a function that closes everything and exits; only its first call has an effect. */
function onceEnded(
  settings: ServiceSettings,
  log: Logger,
  close: () => Promise<void>,
): (exitCode: number) => void {
  const graceMs = settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000;
  let isEnding = false;
  return (exitCode) => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), graceMs + CLOSE_MARGIN_MS);
    close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'worker did not stop cleanly');
        process.exit(1);
      },
    );
  };
}

function endOnSignals(end: (exitCode: number) => void, log: Logger): void {
  // Several may arrive: a terminal and a service manager signal the whole group, the supervisor this process.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      end(0);
    });
  }
  // The supervisor was killed.
  process.once('disconnect', () => {
    end(0);
  });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'worker failed');
      end(1);
    });
  }
}

/** The supervisor kills an executor that sends none, since its event loop is blocked. */
function sendHeartbeats(everyMs: number): void {
  const send = (): void => {
    if (process.connected) process.send?.({ type: 'alive' });
  };
  send();
  setInterval(send, everyMs).unref();
}

/** Waits for the metadata database and the queue, since a worker may start before them. */
async function openWhenPossible(settings: ServiceSettings, log: Logger): Promise<WorkerServices> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    try {
      return await openWorkerServices(settings);
    } catch (error) {
      log.warn({ err: error, delayMs }, 'worker could not start; will retry');
      await delay(delayMs);
    }
  }
}

const [, , workerId, replacedCause] = process.argv;
if (workerId === undefined) throw new Error('An executor must be started by its supervisor');
await main(workerId, replacedCause);
