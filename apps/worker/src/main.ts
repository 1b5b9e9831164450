import { fileURLToPath } from 'node:url';
import { closeDebugging, executorEnvironment, requireDataFolder } from '@sluice/config';
import { messageOf } from '@sluice/errors';
import { createProcessLogger } from '@sluice/telemetry/logger';
import { exitWith, loadOrExit } from './load-or-exit.js';
import { superviseExecutors, type Executors } from './supervisor/executors.js';

/** A signal may come twice for one request: from the terminal, and from who passes it on. */
const sameRequestMs = 500;

/**
 * The worker process: a supervisor and its executors. It holds no result, opens no target database
 * and loads none of what could make it crash, so that somebody is left to say what became of an
 * executor.
 */
async function main(): Promise<void> {
  closeDebugging();
  const { settings, warnings } = loadOrExit();
  const log = createProcessLogger('worker-supervisor', settings.SERVICE_LOG_LEVEL);
  for (const warning of warnings) log.warn(warning);
  await requireDataFolder(settings).catch(exitWith);
  const executors = await superviseExecutors({
    entry: fileURLToPath(new URL('./executor.js', import.meta.url)),
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
  let askedAtMs: number | undefined;
  const end = (): void => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now();
      void executors.stop().then(() => process.exit(0));
    } else if (performance.now() - askedAtMs > sameRequestMs) {
      executors.kill();
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  // A launcher that was killed takes its workers with it.
  process.once('disconnect', () => {
    if (askedAtMs === undefined) end();
  });
}

await main();
