/**
 * Why the process cannot answer.
 * - `damaged`: the file does not contain what was stored.
 * - `missing`: the file was removed.
 * - `limit`: memory or disk limit reached.
 * - `cancelled`: no client waits for the answer.
 */
export type FailureCode = 'damaged' | 'missing' | 'limit' | 'cancelled' | 'internal';

/** A failure that the parent process reports. */
export class ViewFailure extends Error {
  override readonly name = 'ViewFailure';

  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** Converts an error of DuckDB or the file system. */
export function asFailure(error: unknown): ViewFailure {
  if (error instanceof ViewFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/INTERRUPT/i.test(message)) return new ViewFailure('cancelled', 'cancelled');
  if (/Out of Memory|failed to (?:allocate|offload)|max_temp_directory_size/i.test(message)) {
    return new ViewFailure('limit', message);
  }
  if (/ENOENT|No files found/.test(message)) return new ViewFailure('missing', message);
  return new ViewFailure('internal', message);
}
