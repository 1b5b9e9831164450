import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '@sluice/supervise';
import { serviceDatabase } from './embedded-postgres/databases.js';
import { findRunningPostmaster } from './embedded-postgres/postmaster.js';
import { loopback } from './embedded-postgres/server-settings.js';
import { loadSecrets } from './secrets.js';

/**
 * Returns the metadata database of a running service with an embedded PostgreSQL, and the passphrase of its
 * connections; for commands that run beside the service.
 *
 * @throws StartFailure when no such service runs.
 */
export async function runningDatabase(
  dbPath: string,
): Promise<{ databaseUrl: string; passphrase: string }> {
  const port = await runningPort(join(dbPath, 'postgres', 'data')).catch(() => undefined);
  if (port === undefined) {
    throw new StartFailure(
      `Sluice is not running on ${dbPath}. Start it first (npm start), or set DATABASE_URL and ` +
        'SERVICE_PASSPHRASE.',
    );
  }
  const { passphrase, servicePassword } = await loadSecrets(dbPath, true);
  const credentials = `${serviceDatabase}:${servicePassword}`;
  return {
    databaseUrl: `postgresql://${credentials}@${loopback}:${port}/${serviceDatabase}`,
    passphrase,
  };
}

/** The fourth line of PostgreSQL's lock file is its port. */
async function runningPort(folder: string): Promise<string | undefined> {
  const cluster = await realpath(folder);
  if ((await findRunningPostmaster(cluster)) === undefined) return undefined;
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return lines[3]?.trim();
}
