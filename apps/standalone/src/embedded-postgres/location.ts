import { createHash, randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode, isMissing, StartFailure } from '@sluice/supervise';
import { binariesIn, type Binaries } from './binaries.js';
import { chooseOsUser, isRoot, runAs, type OsUser } from './os-user.js';

/** Folder, programs and user of an embedded PostgreSQL. */
export interface Location {
  /** A real path, owned by `user`, mode 0700; contains the cluster. */
  folder: string;
  binaries: Binaries;
  user: OsUser;
}

/** Options of {@link placePostgres}. */
export interface PlaceOptions {
  /** An absolute path that exists. The cluster is reached through `<dbPath>/postgres`. */
  dbPath: string;
  installed: Binaries;
  /** Folder for data that cannot be stored in dbPath; only root needs it. */
  systemFolder: string;
}

/** Default of {@link PlaceOptions.systemFolder}. */
export const defaultSystemFolder = '/var/lib/sluice';

/**
 * Chooses the folder of the cluster and creates it.
 *
 * Usually that is `<dbPath>/postgres`. For root, PostgreSQL runs as another user, who may be unable to enter
 * the clone's folder (root's home, for example). The service does not change the permissions of that folder.
 * Instead it copies the programs to a system folder, creates the cluster there, and makes
 * `<dbPath>/postgres` a link to it.
 *
 * @throws StartFailure when no folder can be used.
 */
export async function placePostgres(options: PlaceOptions): Promise<Location> {
  const entrance = join(options.dbPath, 'postgres');
  const owner = await ownerOf(entrance);
  const user = owner ?? (await chooseOsUser());
  if (owner === undefined) await makeFolder(entrance, user, options);
  const folder = await realpath(entrance);
  const binaries = await reachableBinaries(user, options);
  return { folder, binaries, user };
}

/** Returns the owner of the cluster, who must also run it; undefined if there is no folder yet. */
async function ownerOf(entrance: string): Promise<OsUser | undefined> {
  const found = await stat(entrance).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found === undefined || process.platform === 'win32') return found && {};
  if (found.uid === process.getuid?.() && !isRoot()) return {};
  if (isRoot() && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  if (isRoot()) return undefined;
  throw new StartFailure(
    `${entrance} belongs to another user (id ${found.uid.toString()}). Start Sluice as that ` +
      'user or as root, or choose another folder with SERVICE_DB_PATH.',
  );
}

async function makeFolder(entrance: string, user: OsUser, options: PlaceOptions): Promise<void> {
  await removeDeadLink(entrance);
  await mkdir(entrance, { recursive: true, mode: 0o700 });
  await giveTo(entrance, user);
  if (await mayUse(user, entrance)) return;
  const folder = systemFolderOf(options);
  await inSystemFolder(options.systemFolder, async () => {
    await mkdir(options.systemFolder, { recursive: true, mode: 0o755 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await giveTo(folder, user);
  });
  if (!(await mayUse(user, folder))) throw unusable(options.systemFolder);
  await rm(entrance, { recursive: true });
  await symlink(folder, entrance);
}

// With a link whose target was removed, creating the folder would fail with a confusing EEXIST.
async function removeDeadLink(entrance: string): Promise<void> {
  const found = await lstat(entrance).catch(() => undefined);
  if (found?.isSymbolicLink()) await rm(entrance);
}

/** Returns one folder per data folder: a readable name, and a hash that makes it unique. */
function systemFolderOf({ dbPath, systemFolder }: PlaceOptions): string {
  const hash = createHash('sha256').update(dbPath).digest('hex').slice(0, 16);
  return join(systemFolder, `${basename(dbPath)}-${hash}`);
}

async function reachableBinaries(user: OsUser, options: PlaceOptions): Promise<Binaries> {
  const { installed, systemFolder } = options;
  if (user.uid === undefined || (await runs(user, installed))) return installed;
  const copy = binariesIn(join(systemFolder, `postgresql-${installed.version}`), installed.version);
  if (await runs(user, copy)) return copy;
  await inSystemFolder(systemFolder, async () => {
    const temporary = `${copy.root}.${randomUUID()}.tmp`;
    await cp(installed.root, temporary, { recursive: true, verbatimSymlinks: true });
    await chmod(temporary, 0o755);
    await placeFolder(temporary, copy.root, () => runs(user, copy));
  });
  if (!(await runs(user, copy))) throw unusable(systemFolder);
  return copy;
}

/**
 * Renames a folder to its place in one step. A folder that another start has placed meanwhile is equivalent
 * and may be in use, so it stays; an incomplete one is removed.
 */
async function placeFolder(
  from: string,
  to: string,
  isGood: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await renames(from, to)) return;
    if (await isGood()) return;
    const rest = `${from}.rest`;
    await rename(to, rest);
    await rm(rest, { recursive: true });
    await renames(from, to);
  } finally {
    await rm(from, { recursive: true, force: true });
  }
}

/** Whether the rename succeeded; false when the target exists. */
async function renames(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

async function runs(user: OsUser, { postgres }: Binaries): Promise<boolean> {
  try {
    await runAs(user, postgres, ['--version']);
    return true;
  } catch {
    return false;
  }
}

async function mayUse(user: OsUser, folder: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  try {
    await runAs(user, '/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder]);
    return true;
  } catch {
    return false;
  }
}

async function giveTo(folder: string, { uid, gid }: OsUser): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

async function inSystemFolder(systemFolder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw errorCode(error) === undefined ? error : unusable(systemFolder, error);
  }
}

const unusable = (systemFolder: string, cause?: unknown): StartFailure =>
  new StartFailure(
    `PostgreSQL does not run as root, its user cannot enter this folder, and ${systemFolder} ` +
      'cannot be used instead. Set SERVICE_DB_PATH to a folder that every user may enter, or ' +
      'set DATABASE_URL.',
    { cause },
  );
