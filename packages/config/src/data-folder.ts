import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError, messageOf } from '@sluice/errors';
import type { Settings } from './settings/index.js';

/** Large enough to need a separate block on any file system. */
const PROBE = Buffer.alloc(64 * 1024, 1);

/**
 * Creates the directory of `SERVICE_DB_PATH` and, for the file store, the directory of results, and writes a probe file
 * into each. A process that cannot store anything must fail at start.
 *
 * @throws AppError `configuration` that names the setting, the directory and the fix.
 */
export async function requireDataFolder(
  settings: Pick<Settings, 'SERVICE_DB_PATH' | 'SERVICE_RESULTS_STORE'>,
): Promise<void> {
  const folder = resolve(settings.SERVICE_DB_PATH);
  await prepare(folder);
  // Results are private to the service. The embedded PostgreSQL may run as another user who needs the parent directory.
  if (settings.SERVICE_RESULTS_STORE === 'file') await prepare(join(folder, 'results'), 0o700);
}

async function prepare(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode });
    await writeProbe(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, `.write-probe-${randomUUID()}`);
  try {
    await writeFile(path, PROBE, { flag: 'wx', flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

function unusable(folder: string, error: unknown): AppError {
  const path = 'SERVICE_DB_PATH';
  const message = `${path}: ${reasonOf(folder, codeOf(error)) ?? messageOf(error)}`;
  return new AppError('configuration', 500, 'Invalid configuration', {
    errors: [{ path, message }],
    detail: message,
    cause: error,
  });
}

function reasonOf(folder: string, code: string | undefined): string | undefined {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is not a directory. Set it to a directory or to a path where one can be created.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} is not writable (${code}). Make it writable for this user or set another directory.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `no space is left in ${folder} (${code}). Free space or set another directory.`;
    case undefined:
    default:
      return undefined;
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
