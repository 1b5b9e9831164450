import { open, readFile, rename, rm } from 'node:fs/promises';

/** Reads a JSON file; returns undefined if it does not exist. */
export async function readJsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Writes a JSON file that only its owner may read, atomically: it is flushed under another name first,
 * because a launcher may be killed in the middle and secrets cannot be generated twice.
 */
export async function writePrivateJsonFile(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${process.pid.toString()}.tmp`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Whether a file operation failed because the file or a parent folder does not exist. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** Returns the system's code of a failed call (`ENOENT`, `EACCES`, …). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
