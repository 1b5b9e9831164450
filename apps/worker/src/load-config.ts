import { loadWorkerConfig, type ProcessConfig, type ServiceSettings } from '@sluice/config';
import { AppError, messageOf } from '@sluice/errors';

/**
 * Returns the settings of a worker process. If they are invalid, writes every problem to standard error and
 * exits.
 */
export function loadOrExit(): ProcessConfig<ServiceSettings> {
  try {
    return loadWorkerConfig();
  } catch (error) {
    return exitWith(error);
  }
}

/** Writes the error to standard error and exits with code 1. */
export function exitWith(error: unknown): never {
  const text =
    error instanceof AppError && error.detail !== undefined
      ? `${error.title}:\n${error.detail}`
      : messageOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
