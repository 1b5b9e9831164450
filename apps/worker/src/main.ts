import { fileURLToPath } from 'node:url';
import { closeDebugging, executorEnvironment, requireDataFolder } from '@sluice/config';
import { messageOf } from '@sluice/errors';
import { createProcessLogger } from '@sluice/telemetry/logger';
import { exitWith, loadOrExit } from './load-config.js';
import { superviseExecutors, type Executors } from './supervisor/executors.js';

/**
 * One request to stop may arrive as two signals: from the terminal and from the process that forwards it.
 */
const SAME_REQUEST_MS = 500;

/**
 * The worker process: a supervisor and its executors. It stores no results, opens no target database and
 * loads no code that could crash it, so that it can report the end of an executor.
 */
async function main(): Promise<void> {
  closeDebugging();
  const { settings, warnings } = loadOrExit();
  const log = createProcessLogger('worker-supervisor', settings.SERVICE_LOG_LEVEL);
  for (const warning of warnings) log.warn(warning);
  await requireDataFolder(settings).catch(exitWith);
  const executors = await superviseExecutors({
    entry: fileURLToPath(new URL('./executor/main.js', import.meta.url)),
    environment: executorEnvironment(settings),
    settings,
    log,
  });
  endOnRequest(executors);
  try {
    await executors.ready;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    await executors.stop();
    process.exit(1);
  }
  process.send?.({ type: 'ready' });
}

function endOnRequest(executors: Executors): void {
  let requestedAtMs: number | undefined;
  const end = (): void => {
    if (requestedAtMs === undefined) {
      requestedAtMs = performance.now();
      void executors.stop().then(() => process.exit(0));
    } else if (performance.now() - requestedAtMs > SAME_REQUEST_MS) {
      executors.kill();
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  // The launcher was killed.
  process.once('disconnect', () => {
    if (requestedAtMs === undefined) end();
  });
}

await main();
