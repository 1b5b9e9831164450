// The bundle: loading the two thousand modules of the API takes twice the time.
import { loadConfiguration, startApi } from '@sluice/api/bundled';
import { createMemoryLog } from './memory-log.js';

/** An API in the process of the test. */
export interface TestApi {
  address: string;
  /** Returns its log so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the built API in this process with the settings and connections of an environment.
 *
 * @throws AppError `configuration`, and the errors of a start
 */
export async function startApiInProcess(environment: Record<string, string>): Promise<TestApi> {
  const { settings, connections } = loadConfiguration(environment);
  const { log, output } = createMemoryLog(settings.SERVICE_LOG_LEVEL);
  // The test would trip the check of the event loop.
  const api = await startApi(settings, log, connections, { maxEventLoopDelayMs: 0 });
  return { address: api.address, output, stop: () => api.stop() };
}
