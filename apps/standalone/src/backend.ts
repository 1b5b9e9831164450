import type { Settings } from '@sluice/config';
import { join } from 'node:path';
import type { Closers } from './closers.js';
import { findBinaries } from './embedded-postgres/binaries.js';
import { clusterExists } from './embedded-postgres/cluster.js';
import { ensureServiceDatabase } from './embedded-postgres/databases.js';
import { defaultSystemFolder, placePostgres } from './embedded-postgres/location.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres/start.js';
import type { Progress } from './progress.js';
import { loadSecrets, type Secrets } from './secrets.js';
import { type SuperviseOptions } from '@sluice/supervise';
import { unfinishedFirstRun, type UnfinishedFirstRun } from './unfinished-first-run.js';

/** The metadata database and what the service's processes need to use it. */
export interface Backend {
  databaseUrl: string;
  passphrase: string;
  cookieSecret: string;
  /** Absent for an external database. */
  embedded?: EmbeddedParts;
}

/** The parts that only the embedded database has. */
export interface EmbeddedParts {
  server: EmbeddedPostgres;
  secrets: Secrets;
  firstRun: UnfinishedFirstRun | undefined;
}

/**
 * Returns the database of `DATABASE_URL`; the settings have been checked to contain the secrets.
 */
export function externalBackend(settings: Settings): Backend | undefined {
  const { DATABASE_URL, SERVICE_PASSPHRASE, SERVICE_COOKIE_SECRET } = settings;
  if (DATABASE_URL === undefined) return undefined;
  return {
    databaseUrl: DATABASE_URL,
    passphrase: SERVICE_PASSPHRASE ?? '',
    cookieSecret: SERVICE_COOKIE_SECRET ?? '',
  };
}

/** Starts PostgreSQL in the data folder and creates the metadata database. */
export function startEmbeddedBackend(
  dbPath: string,
  settings: Settings,
  {
    progress,
    supervise,
    closers,
  }: {
    progress: Progress;
    supervise: SuperviseOptions;
    closers: Closers;
  },
): Promise<Backend> {
  return progress.step('Start PostgreSQL', async (step) => {
    const installed = await findBinaries();
    const systemFolder = defaultSystemFolder;
    const location = await placePostgres({ dbPath, installed, systemFolder });
    const isNew = !(await clusterExists(location));
    const secrets = await loadSecrets(dbPath, !isNew);
    const firstRun = await unfinishedFirstRun(dbPath, { isNew, email: settings.SERVICE_ADMIN });
    const server = await startEmbeddedPostgres({
      dbPath,
      location,
      password: secrets.postgresPassword,
      supervise,
    });
    await closers.add({
      close: () => server.stop(),
      kill: () => {
        server.kill();
      },
    });
    const databaseUrl = await ensureServiceDatabase(server, secrets);
    const where =
      location.folder === join(dbPath, 'postgres') ? '' : `, data in ${location.folder}`;
    const verb = isNew ? 'Created' : 'Started';
    step.rename(`${verb} PostgreSQL on port ${server.port.toString()}${where}`);
    return {
      databaseUrl,
      passphrase: settings.SERVICE_PASSPHRASE ?? secrets.passphrase,
      cookieSecret: settings.SERVICE_COOKIE_SECRET ?? secrets.cookieSecret,
      embedded: { server, secrets, firstRun },
    };
  });
}
