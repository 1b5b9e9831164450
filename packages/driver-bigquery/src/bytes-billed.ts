import { DriverError } from '@sluice/driver-kit';
import { ApiError } from './errors.js';
import type { JobInfo } from './jobs.js';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Formats `1234567890` as `1.23 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? String(size) : size.toFixed(2)} ${units[unit] ?? ''}`;
}

/**
 * Adds the bytes the statement would read to an error of the byte limit: the service reports only that there
 * are too many. Other errors are returned unchanged.
 */
export async function withBytes(
  error: unknown,
  limit: string | null,
  ask: () => Promise<JobInfo>,
): Promise<unknown> {
  if (!(error instanceof DriverError) || !(error.cause instanceof ApiError)) return error;
  if (error.cause.reason !== 'bytesBilledLimitExceeded') return error;
  const { bytesProcessed } = await ask().catch(() => ({ bytesProcessed: null }));
  if (bytesProcessed === null) return error;
  const allowed = limit === null ? '' : `; the limit is ${sizeText(Number(limit))}`;
  return new DriverError(error.kind, error.outcome, error.title, {
    detail: `The statement would read ${sizeText(bytesProcessed)}${allowed}`,
    cause: error,
  });
}
