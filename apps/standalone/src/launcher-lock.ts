import { link, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  errorCode,
  identifyProcess,
  isMissing,
  isProcessIdentity,
  isStillRunning,
  type ProcessIdentity,
  readJsonFile,
  StartFailure,
  waitUntil,
  writePrivateJsonFile,
} from '@sluice/supervise';

/** Exclusive use of a data folder by one launcher. */
export interface LauncherLock {
  /** Releases the folder. May be called twice. */
  release(): Promise<void>;
}

/**
 * Takes the lock file of the data folder. A lock whose owner has ended is replaced; the owner is identified
 * by pid and start time.
 *
 * @throws StartFailure when another running launcher owns it.
 */
export async function lockDataFolder(dbPath: string): Promise<LauncherLock> {
  const path = join(dbPath, 'launcher.lock');
  const self = await identifyProcess(process.pid);
  if (self === undefined) throw new Error('This process cannot be identified');
  const claim = `${path}.${process.pid.toString()}`;
  await writePrivateJsonFile(claim, self);
  try {
    await takeLock(path, claim, dbPath);
  } finally {
    await rm(claim, { force: true });
  }
  return { release: () => releaseLock(path, self) };
}

async function takeLock(path: string, claim: string, dbPath: string): Promise<void> {
  for (;;) {
    try {
      // Creating a link is atomic; it fails if another launcher was first.
      await link(claim, path);
      return;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const owner = await readOwner(path);
    if (owner !== undefined && !(await endsSoon(owner))) throw alreadyRunning(dbPath, owner);
    await removeStale(path, owner);
  }
}

// The previous launcher may be stopping: a user may press Ctrl-C and start again at once.
const endsSoon = (owner: ProcessIdentity): Promise<boolean> =>
  waitUntil(async () => !(await isStillRunning(owner)), { withinMs: 3_000, everyMs: 50 });

// Two launchers may find the same stale lock. Only one of them can rename a given file, and its content tells
// whether it was the stale lock or the other launcher's new one.
async function removeStale(path: string, stale: ProcessIdentity | undefined): Promise<void> {
  const aside = `${path}.${process.pid.toString()}.stale`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const moved = await readOwner(aside);
  if (JSON.stringify(moved) !== JSON.stringify(stale))
    await link(aside, path).catch(() => undefined);
  await unlink(aside);
}

async function releaseLock(path: string, self: ProcessIdentity): Promise<void> {
  const owner = await readOwner(path);
  if (owner?.pid === self.pid && owner.startedAt === self.startedAt)
    await rm(path, { force: true });
}

async function readOwner(path: string): Promise<ProcessIdentity | undefined> {
  try {
    const owner = await readJsonFile(path);
    return isProcessIdentity(owner) ? owner : undefined;
  } catch {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text === '') return undefined;
    throw new StartFailure(`${path} is damaged. Remove it if no Sluice runs on this folder.`);
  }
}

function alreadyRunning(dbPath: string, owner: ProcessIdentity): StartFailure {
  return new StartFailure(
    `Sluice already runs on ${dbPath} (process ${owner.pid.toString()}). Stop it first, or ` +
      'choose another folder with SERVICE_DB_PATH.',
  );
}
