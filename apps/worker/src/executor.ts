import { setTimeout as delay } from 'node:timers/promises';
import { closeDebugging, type ServiceSettings } from '@sluice/config';
import { tryAgainCode } from '@sluice/supervise';
import { createProcessLogger } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { loadOrExit } from './load-or-exit.js';
import { openWorkerTelemetry } from './observation/telemetry.js';
import { openWorkerServices, type WorkerServices } from './worker-services.js';
import { startWorker, type RunningWorker } from './worker.js';

/** Beyond the grace: two steps of five seconds to stop a statement, and the writes that follow. */
const closingMs = 15_000;

/** Between two tries to start: asking is cheap, and after an outage every second counts. */
const longestDelayMs = 500;

/**
 * An executor: one worker with its lease, under the supervisor that started it and named it. When its
 * lease is lost, or its start failed, it asks to be started anew; it exits 1 when something failed that
 * nobody caught.
 */
async function main(workerId: string, replaced: string | undefined): Promise<void> {
  closeDebugging();
  const { settings } = loadOrExit();
  sayAlive(settings.SERVICE_WORKER_LEASE_MS / 5);
  const log = createProcessLogger('worker', settings.SERVICE_LOG_LEVEL);
  // Standard error goes through the supervisor; when that is killed, the rest is to end in order.
  process.stderr.on('error', () => undefined);
  const telemetry = await openWorkerTelemetry(settings, log);
  if (replaced !== undefined) telemetry.metrics.executorReplaced(replaced);
  const running: { worker?: RunningWorker } = {};
  const end = async (exitCode: number): Promise<void> => {
    setTimeout(() => process.exit(1), settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000 + closingMs);
    await running.worker?.stop();
    await telemetry.close();
    process.exit(exitCode);
  };
  let ending: Promise<void> | undefined;
  const endOnce = (exitCode: number): void => {
    ending ??= end(exitCode).catch((error: unknown) => {
      log.fatal({ err: error }, 'the worker did not stop cleanly');
      process.exit(1);
    });
  };
  // Several may come: a terminal and a service manager signal the whole group, the supervisor us.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      endOnce(0);
    });
  }
  // A supervisor that was killed takes its executors with it.
  process.once('disconnect', () => {
    endOnce(0);
  });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'the worker failed');
      endOnce(1);
    });
  }
  const services = await openWhenPossible(settings, log);
  const worker = await startWorker(settings, log, services, telemetry, workerId).catch(
    (error: unknown) => {
      log.warn({ err: error }, 'the worker could not start; another one tries again');
      endOnce(tryAgainCode);
    },
  );
  if (worker === undefined) return;
  running.worker = worker;
  const endAnew = (): void => {
    log.fatal('the lease was lost; starting anew is up to the supervisor');
    endOnce(tryAgainCode);
  };
  // A start that took longer than the lease has lost it already, and would take jobs for nothing.
  if (worker.lost.aborted) endAnew();
  else worker.lost.addEventListener('abort', endAnew);
  process.send?.({ type: 'ready' });
}

/** The supervisor kills an executor that it does not hear of: one whose event loop does not turn. */
function sayAlive(everyMs: number): void {
  const say = (): void => {
    if (process.connected) process.send?.({ type: 'alive' });
  };
  say();
  setInterval(say, everyMs).unref();
}

/** A database or queue that is not up yet is waited for: a worker may start before them. */
async function openWhenPossible(settings: ServiceSettings, log: Logger): Promise<WorkerServices> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await openWorkerServices(settings);
    } catch (error) {
      log.warn({ err: error, delayMs }, 'the worker could not start yet');
      await delay(delayMs);
    }
  }
}

const [, , workerId, replaced] = process.argv;
if (workerId === undefined) throw new Error('An executor is started by its supervisor');
await main(workerId, replaced);
