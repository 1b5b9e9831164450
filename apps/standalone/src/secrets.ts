import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile, StartFailure, writePrivateJsonFile } from '@sluice/supervise';

const names = [
  'passphrase',
  'cookieSecret',
  'postgresPassword',
  'servicePassword',
  'sampleReaderPassword',
] as const;

/**
 * The secrets that the embedded default generates once per data folder; each is 256 random bits in base64url.
 */
export type Secrets = Record<(typeof names)[number], string>;

/**
 * Reads `secrets.json` (mode 0600) of the data folder, or generates it.
 *
 * @param databaseExists an existing database must not get new secrets: connections are encrypted with the
 *   passphrase, so a new one could not read them.
 * @throws StartFailure when the file is damaged, or is missing although the database exists.
 */
export async function loadSecrets(dbPath: string, databaseExists: boolean): Promise<Secrets> {
  const path = join(dbPath, 'secrets.json');
  const stored = await readStored(path);
  if (stored === undefined && databaseExists) {
    throw new StartFailure(
      `${path} is missing, and the database in this folder cannot be opened without it. ` +
        `Restore the file, or remove ${dbPath} to start over.`,
    );
  }
  if (stored !== undefined) return stored;
  const fresh = generate();
  await writePrivateJsonFile(path, fresh);
  return fresh;
}

function generate(): Secrets {
  return {
    passphrase: secret(),
    cookieSecret: secret(),
    postgresPassword: secret(),
    servicePassword: secret(),
    sampleReaderPassword: secret(),
  };
}

const secret = (): string => randomBytes(32).toString('base64url');

async function readStored(path: string): Promise<Secrets | undefined> {
  const stored = await readJsonFile(path).catch((error: unknown) => {
    throw new StartFailure(`${path} cannot be read: ${String(error)}`, { cause: error });
  });
  if (stored === undefined) return undefined;
  if (!isSecrets(stored)) throw new StartFailure(`${path} is damaged. Restore it from a backup.`);
  return stored;
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map(Object.entries(value));
  return names.every((name) => typeof entries.get(name) === 'string');
}
