import { access, chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, StartFailure } from '@sluice/supervise';
import type { Location } from './location.js';
import { runAs } from './os-user.js';
import { endProcessesIn } from './processes.js';

/** The role that initdb creates. Only the launcher uses it. */
export const superuser = 'postgres';

/** Returns the folder of the cluster in its location. */
export const clusterFolder = (location: Location): string => join(location.folder, 'data');

/** Whether a complete cluster exists. */
export async function clusterExists(location: Location): Promise<boolean> {
  try {
    await access(join(clusterFolder(location), 'PG_VERSION'));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Creates the cluster if there is none. It is created under another name and renamed, so that an interrupted
 * start leaves no incomplete cluster. The locale is PostgreSQL's own C.UTF-8: text sorts equally on every
 * machine, and no library upgrade can break indexes.
 *
 * @throws StartFailure when the cluster belongs to another major version of PostgreSQL.
 */
export async function createCluster(location: Location, password: string): Promise<void> {
  if (await clusterExists(location)) return checkVersion(location);
  const unfinished = join(location.folder, 'data.new');
  const passwordFile = join(location.folder, 'password.new');
  // The initdb of a killed launcher would continue to write into this folder while it is removed.
  await endProcessesIn(unfinished, { withinMs: 0 });
  await rm(unfinished, { recursive: true, force: true });
  try {
    await writePasswordFile(passwordFile, password, location);
    await runAs(location.user, location.binaries.initdb, initdbArguments(unfinished, passwordFile));
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, clusterFolder(location));
}

const initdbArguments = (folder: string, passwordFile: string): string[] => [
  `--pgdata=${folder}`,
  `--username=${superuser}`,
  `--pwfile=${passwordFile}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
];

async function writePasswordFile(path: string, password: string, { user }: Location) {
  await rm(path, { force: true });
  await writeFile(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

async function checkVersion(location: Location): Promise<void> {
  const made = (await readFile(join(clusterFolder(location), 'PG_VERSION'), 'utf8')).trim();
  const installed = location.binaries.version.split('.')[0];
  if (made === installed) return;
  throw new StartFailure(
    `The database in ${location.folder} was created by PostgreSQL ${made}, but ` +
      `${String(installed)} is installed. Migrate it with pg_dump, or install the previous ` +
      'version.',
  );
}
