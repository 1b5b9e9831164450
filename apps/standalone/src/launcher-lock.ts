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

/** The right to use a data folder, held by one launcher at a time. */
export interface LauncherLock {
  /** Gives the folder up; may be called twice. */
  release(): Promise<void>;
}

/**
 * Takes the lock file of the data folder. A lock whose owner is gone (killed, or the machine was
 * restarted) is taken over: the owner is known by number and start time, not by number alone.
 *
 * @throws StartFailure when another launcher that is alive owns it.
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
      // A link either appears whole or fails because somebody was first.
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

// The one before may just be stopping: whoever presses Ctrl-C and starts again means that.
const endsSoon = (owner: ProcessIdentity): Promise<boolean> =>
  waitUntil(async () => !(await isStillRunning(owner)), { withinMs: 3_000, everyMs: 50 });

// Two launchers may find the same stale lock; renaming lets only one of them remove a given file,
// and the content tells whether it was the stale one or the other launcher's fresh one.
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
    throw new StartFailure(`${path} is damaged: remove it if no Sluice runs on this folder.`);
  }
}

function alreadyRunning(dbPath: string, owner: ProcessIdentity): StartFailure {
  return new StartFailure(
    `Sluice already runs on ${dbPath} (process ${owner.pid.toString()}). ` +
      'Stop that one first, or choose another folder with SERVICE_DB_PATH.',
  );
}
