import { loadWorkerConfig, type ProcessConfig, type ServiceSettings } from '@sluice/config';
import { AppError } from '@sluice/errors';

/** The settings of a worker process; ends it with every problem on standard error. */
export function loadOrExit(): ProcessConfig<ServiceSettings> {
  try {
    return loadWorkerConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof AppError ? error.detail : String(error)}\n`);
    process.exit(1);
  }
}
