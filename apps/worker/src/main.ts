import { setTimeout as delay } from 'node:timers/promises';
import { loadWorkerConfig, type ProcessConfig, type ServiceSettings } from '@sluice/config';
import { AppError } from '@sluice/errors';
import closeWithGrace from 'close-with-grace';
import { pino, type Logger } from 'pino';
import { startWorker, type RunningWorker } from './worker.js';

/** The worker process: settings, one worker, a clean end. Exits 1 when its lease is lost. */
async function main(): Promise<void> {
  const { settings, warnings } = loadOrExit();
  const log = pino({ name: 'worker', level: settings.SERVICE_LOG_LEVEL });
  for (const warning of warnings) log.warn(warning);
  const worker = await startWhenPossible(settings, log);
  const { close } = closeWithGrace(
    { delay: (settings.SERVICE_SHUTDOWN_GRACE_SECONDS + 15) * 1000 },
    async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'the worker failed');
      await worker.stop();
    },
  );
  // A launcher that was killed takes its workers with it.
  process.once('disconnect', close);
  const endAnew = (): void => {
    log.fatal('the lease was lost; starting anew is up to the supervisor');
    void worker.stop().finally(() => process.exit(1));
  };
  // A start that took longer than the lease has lost it already, and would take jobs for nothing.
  if (worker.lost.aborted) endAnew();
  else worker.lost.addEventListener('abort', endAnew);
  process.send?.({ type: 'ready' });
}

function loadOrExit(): ProcessConfig<ServiceSettings> {
  try {
    return loadWorkerConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof AppError ? error.detail : String(error)}\n`);
    process.exit(1);
  }
}

/** A database or queue that is not up yet is waited for: a worker may start before them. */
async function startWhenPossible(settings: ServiceSettings, log: Logger): Promise<RunningWorker> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, 2_000)) {
    try {
      return await startWorker(settings, log);
    } catch (error) {
      log.warn({ err: error, delayMs }, 'the worker could not start yet');
      await delay(delayMs);
    }
  }
}

await main();
