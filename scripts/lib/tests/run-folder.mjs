import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux mounts memory here. */
const MEMORY = '/dev/shm';

/** A run holds about a gigabyte at once: databases, results and browser profiles. */
const NEEDED_BYTES = 6 * 1024 ** 3;

const PREFIX = 'sluice-run-';

/**
 * Creates the folder of a run, which has the temporary folders of all tests, in memory if there is enough. A run creates
 * and removes half a million files, and ext4 without a journal searches longer for each new one the more were removed
 * within the last seconds: creating a database took 400 ms of processor time on a disk and takes 15 ms in memory.
 */
export function createRunFolder() {
  const parent = hasMemory() ? MEMORY : tmpdir();
  removeAbandoned(parent);
  // Servers that run as other users enter it.
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * Removes the folder. The next run removes what is left of it: a killed process may still write to it, or another user
 * may own a part.
 */
export function removeRunFolder(folder) {
  unmountIn(folder);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    // Node has no code for some errors of the system, such as EBUSY.
    if (error.syscall === undefined) throw error;
  }
}

const MOUNTS = '/proc/mounts';

/** Unmounts the small disks of killed tests. */
function unmountIn(folder) {
  if (!existsSync(MOUNTS)) return;
  for (const line of readFileSync(MOUNTS, 'utf8').split('\n')) {
    const path = line.split(' ')[1] ?? '';
    if (path.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', path]);
  }
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch (error) {
    // ENOENT: other operating systems have no such folder.
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeRunFolder(join(parent, name));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
