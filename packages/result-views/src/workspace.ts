import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Age of a directory that no running service uses: the owner touches it every few seconds. */
const ABANDONED_MS = 10 * 60_000;
/** Directories are private to the service. */
const MODE = 0o700;

/** The directories of the processes of one API process. */
export interface Workspace {
  /** Creates an empty directory. */
  create(): Promise<string>;
  /** Marks the directories as used, and removes those of processes that were killed. */
  tidy(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates directories below `directory`, which several API processes may share.
 */
export function createWorkspace(directory: string): Workspace {
  let own: Promise<string> | undefined;
  const begin = async (): Promise<string> => {
    await mkdir(directory, { recursive: true, mode: MODE });
    return mkdtemp(join(directory, 'api-'));
  };
  return {
    create: async () => {
      own ??= begin();
      return mkdtemp(join(await own, 'view-'));
    },
    tidy: async () => {
      const now = new Date();
      if (own !== undefined) await utimes(await own, now, now);
      await removeAbandoned(directory);
    },
    remove: async () => {
      if (own !== undefined) await rm(await own, { recursive: true, force: true });
    },
  };
}

async function removeAbandoned(directory: string): Promise<void> {
  // Without a first view there is no directory.
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < ABANDONED_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}
