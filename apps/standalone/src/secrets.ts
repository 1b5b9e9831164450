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

/** What the embedded default generates once per data folder; each 256 random bits in base64url. */
export type Secrets = Record<(typeof names)[number], string>;

/**
 * Reads `secrets.json` (mode 0600) of the data folder, or generates it.
 *
 * @param databaseExists a database without its secrets must not get new ones: the passphrase
 *   encrypts what is stored in it, so a fresh one would make the connections unreadable.
 * @throws StartFailure when the file is damaged, or is missing beside an existing database.
 */
export async function loadSecrets(dbPath: string, databaseExists: boolean): Promise<Secrets> {
  const path = join(dbPath, 'secrets.json');
  const stored = await readStored(path);
  if (stored === undefined && databaseExists) {
    throw new StartFailure(
      `${path} is missing, and the database beside it cannot be opened without it. ` +
        `Restore the file, or remove ${dbPath} to start anew.`,
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
  if (!isSecrets(stored)) throw new StartFailure(`${path} is damaged: restore it from a backup.`);
  return stored;
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map(Object.entries(value));
  return names.every((name) => typeof entries.get(name) === 'string');
}
