import { constants } from 'node:fs';
import { mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './json-file.js';

const ROTATE_BYTES = 10 * 1024 * 1024;

/**
 * Opens `<folder>/<name>.log` for appending. A file over 10 MiB is renamed to `<name>.log.1` first, so that a
 * service that is restarted from time to time keeps at most two files. A long-running, busy service needs a
 * log collector.
 */
export async function openLogFile(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.log`);
  if ((await sizeOf(path)) > ROTATE_BYTES) await rename(path, `${path}.1`);
  return open(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
}

/** Returns the last lines of a log file, for the message of a failed start. */
export async function readLogTail(folder: string, name: string, lines: number): Promise<string[]> {
  const tailBytes = 8 * 1024;
  const path = join(folder, `${name}.log`);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const position = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, position);
    return buffer.subarray(0, bytesRead).toString('utf8').trimEnd().split('\n').slice(-lines);
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
