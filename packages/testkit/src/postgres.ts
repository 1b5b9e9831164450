import { randomBytes } from 'node:crypto';
import { chmod, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Folder of its Unix socket; empty without one. */
  socketFolder: string;
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
 * Starts an embedded PostgreSQL in `folder` as the launcher does, with additional server `settings`; with `hasSocket`,
 * also on a Unix socket where the system allows one.
 */
export async function startPostgres(
  folder: string,
  settings: Record<string, string> = {},
  { hasSocket = false } = {},
): Promise<TestPostgres> {
  const location = await locatePostgres(folder);
  const dbPath = await realpath(folder);
  const password = randomBytes(16).toString('hex');
  const socketFolder = hasSocket && mayHaveSocket(location.folder) ? location.folder : '';
  const postgres = await startEmbeddedPostgres({
    dbPath,
    location,
    password,
    settings: { ...settings, ...(socketFolder !== '' && (await socketSettings(socketFolder))) },
    supervise: { logFolder: dbPath, recordFolder: dbPath, show: () => undefined },
  });
  const { host, port } = postgres;
  return {
    url: `postgresql://postgres:${password}@${host}:${port}/postgres`,
    socketFolder,
    stop: () => postgres.stop(),
  };
}

/** Bytes of a folder's path; the system allows about 100 for the path of a socket. */
const MAX_FOLDER_BYTES = 80;

const mayHaveSocket = (folder: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(folder) <= MAX_FOLDER_BYTES;

/** Only the owner of the cluster and root can enter its folder, so the socket needs no password. */
async function socketSettings(folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'access.conf');
  await writeFile(file, 'local all all trust\nhost all all all scram-sha-256\n', { mode: 0o644 });
  return { unix_socket_directories: folder, hba_file: file };
}
