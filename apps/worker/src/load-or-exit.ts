import { loadWorkerConfig, type ProcessConfig, type ServiceSettings } from '@sluice/config';
import { AppError, messageOf } from '@sluice/errors';

/** The settings of a worker process; ends it with every problem on standard error. */
export function loadOrExit(): ProcessConfig<ServiceSettings> {
  try {
    return loadWorkerConfig();
  } catch (error) {
    return exitWith(error);
  }
}

/** Ends the process with code 1 and what is wrong on standard error. */
export function exitWith(error: unknown): never {
  const text =
    error instanceof AppError && error.detail !== undefined
      ? `${error.title}:\n${error.detail}`
      : messageOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
