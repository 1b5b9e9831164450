import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile, writePrivateJsonFile } from '@sluice/supervise';

/** A first start that has not completed, with the generated credentials of its admin. */
export interface UnfinishedFirstRun {
  email: string;
  password: string;
  /** Call it once the user has seen the password; afterwards only its hash exists. */
  finish(): Promise<void>;
}

/** E-mail of the generated admin if SERVICE_ADMIN is not set. */
const defaultEmail = 'admin@sluice.local';

/**
 * Returns the first run of a data folder until a start completes. Its file (mode 0600) is written before the
 * cluster is created and removed after the password was shown; otherwise a start interrupted in between would
 * leave an admin with an unknown password.
 */
export async function unfinishedFirstRun(
  dbPath: string,
  { isNew, email = defaultEmail }: { isNew: boolean; email?: string | undefined },
): Promise<UnfinishedFirstRun | undefined> {
  const path = join(dbPath, 'first-run.json');
  const stored = await readJsonFile(path);
  const finish = () => rm(path, { force: true });
  if (isCredentials(stored)) return { ...stored, finish };
  if (!isNew) return undefined;
  const credentials = { email, password: generatePassword() };
  await writePrivateJsonFile(path, credentials);
  return { ...credentials, finish };
}

// 20 of 31 characters that cannot be confused with each other: 99 bits, and easy to type.
function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () =>
    Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

const isCredentials = (value: unknown): value is { email: string; password: string } =>
  typeof value === 'object' &&
  value !== null &&
  'email' in value &&
  typeof value.email === 'string' &&
  'password' in value &&
  typeof value.password === 'string';
