import { randomBytes } from 'node:crypto';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import {
  defaultSystemFolder,
  findBinaries,
  placePostgres,
  startEmbeddedPostgres,
  type Location,
} from '@sluice/standalone';

/** A PostgreSQL server with the superuser's URL. */
export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Returns a location for a cluster below `folder`, with programs and a user that can run it: only root may be
 * able to enter the clone, and PostgreSQL does not run as root.
 */
export async function locatePostgres(folder: string): Promise<Location> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  return placePostgres({
    dbPath: await realpath(folder),
    installed: await findBinaries(),
    systemFolder: defaultSystemFolder,
  });
}

/**
 * Starts an embedded PostgreSQL in `folder` as the launcher does, with additional server `settings`.
 */
export async function startPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<TestPostgres> {
  const location = await locatePostgres(folder);
  const dbPath = await realpath(folder);
  const password = randomBytes(16).toString('hex');
  const postgres = await startEmbeddedPostgres({
    dbPath,
    location,
    password,
    settings,
    supervise: { logFolder: dbPath, recordFolder: dbPath, show: () => undefined },
  });
  const { host, port } = postgres;
  return {
    url: `postgresql://postgres:${password}@${host}:${port}/postgres`,
    stop: () => postgres.stop(),
  };
}
