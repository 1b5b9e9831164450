import type { Environment } from '@sluice/config';
import { AppError } from '@sluice/errors';
import { fileURLToPath } from 'node:url';
import { readyText } from './banner.js';
import { createClosers, type Closers } from './closers.js';
import type { Progress } from './progress.js';
import type { Programs } from './service-children.js';
import { StartFailure } from '@sluice/supervise';
import { start, type RunningService } from './start.js';
import { onStopSignals } from './stop-signals.js';

/** Options of {@link main}. */
export interface MainOptions {
  environment: Environment;
  progress: Progress;
  /** When the command was entered, on the clock of `performance.now()`. */
  startedAtMs: number;
  /** Which files of the API and the worker run: their bundles or their compiled modules. */
  form?: 'bundle' | 'dist';
  /** Programs to run instead. */
  programs?: Programs;
  execArgv?: string[];
  /** Called when the service is ready; dev mode restarts its children. */
  onReady?: (service: RunningService) => void;
}

const program = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const ownPrograms = (form: 'bundle' | 'dist'): Programs => ({
  api: program(`api/${form}/server.js`),
  worker: program(`worker/${form}/main.js`),
});

/**
 * Starts the service, prints its address and keeps it running until a signal asks it to stop.
 *
 * @returns the exit code: 0 after a clean stop, 1 when the start failed or the stop was forced.
 */
export async function main(options: MainOptions): Promise<number> {
  const { progress } = options;
  let failed = false;
  const closers = createClosers((error) => {
    failed = true;
    progress.note(describe(error));
  });
  // A launcher started by hand may outlive its shell; one started by npm may not outlive npm.
  const watchParent = options.environment['npm_lifecycle_event'] !== undefined;
  const asked = waitForStop(closers, progress, { watchParent, onForce: () => (failed = true) });
  try {
    const service = await Promise.race([
      startService(options, closers),
      asked.then(() => undefined),
    ]);
    if (service !== undefined) {
      options.onReady?.(service);
      await asked;
    }
  } catch (error) {
    if (!closers.closing) {
      failed = true;
      progress.note(describe(error));
    }
  }
  await closers.closeAll();
  return failed ? 1 : 0;
}

async function startService(options: MainOptions, closers: Closers): Promise<RunningService> {
  const { environment, progress, startedAtMs } = options;
  const { programs = ownPrograms(options.form ?? 'bundle'), execArgv = [] } = options;
  const service = await start({ environment, progress, programs, execArgv, closers });
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const showAdmin = (environment['SERVICE_ADMIN_PASSWORD'] ?? '') === '';
  progress.note(readyText(service, { seconds, showAdmin }));
  await service.firstRun?.finish();
  return service;
}

/** Resolves when everything was closed on request. */
function waitForStop(
  closers: Closers,
  progress: Progress,
  { watchParent, onForce }: { watchParent: boolean; onForce: () => void },
): Promise<void> {
  return new Promise((resolve) => {
    onStopSignals({
      watchParent,
      stop: () => {
        const stopping = progress.step('Stopping (press Ctrl-C again to force)', async (step) => {
          await closers.closeAll();
          step.rename('Stopped');
        });
        stopping.then(resolve, resolve);
      },
      force: () => {
        onForce();
        closers.killAll();
      },
    });
  });
}

function describe(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  if (!(error instanceof Error)) return String(error);
  // The detail of a configuration error lists every problem.
  if (error instanceof AppError) return `${error.message}:\n${error.detail}`;
  return error.stack ?? error.message;
}
