import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile, writePrivateJsonFile } from '@sluice/supervise';

/** A first start that has not come to its end yet, and the admin's credentials it generated. */
export interface UnfinishedFirstRun {
  email: string;
  password: string;
  /** Called once a person has seen the password; after that only its hash exists. */
  finish(): Promise<void>;
}

/** Of the generated admin, when SERVICE_ADMIN names none. */
const defaultEmail = 'admin@sluice.local';

/**
 * The first run of a data folder, as long as no start has come to its end. Its file (mode 0600) is
 * written before the cluster is made and removed after the password was shown: a start interrupted
 * in between would otherwise leave an admin whose password nobody knows.
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

// Twenty of 31 characters that cannot be mistaken for one another: 99 bits, and easy to type.
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
