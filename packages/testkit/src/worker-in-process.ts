import { randomUUID } from 'node:crypto';
// The bundles: loading the modules takes twice the time.
import { loadConfiguration } from '@sluice/api/bundled';
import { openWorkerServices, openWorkerTelemetry, startWorker } from '@sluice/worker/bundled';
import { createMemoryLog } from './memory-log.js';

/** A worker in the process of the test. */
export interface TestWorker {
  /** Returns its log so far. */
  output(): string;
  /** Cancels what runs and ends the worker. */
  stop(): Promise<void>;
}

/** Starts the built worker in this process with the settings of an environment. @throws the errors of a start */
export async function startWorkerInProcess(
  environment: Record<string, string>,
): Promise<TestWorker> {
  const { settings } = loadConfiguration({
    // A test that ends does not wait for its batches.
    SERVICE_SHUTDOWN_GRACE_SECONDS: '0',
    ...environment,
  });
  const { log, output } = createMemoryLog(settings.SERVICE_LOG_LEVEL);
  const telemetry = await openWorkerTelemetry(settings, log);
  const services = await openWorkerServices(settings);
  const worker = await startWorker(settings, log, services, telemetry, randomUUID());
  const end = async (): Promise<void> => {
    await worker.stop();
    await telemetry.close();
  };
  let ended: Promise<void> | undefined;
  return { output, stop: () => (ended ??= end()) };
}
