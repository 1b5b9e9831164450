import { spawnSync } from 'node:child_process';

/** Kills a process group. */
export const killGroup = (pid) => kill(-pid);

/**
 * Kills a process group and all that its leader has started: a server in a separate group would outlive a test that
 * is killed.
 */
export function killTree(pid) {
  // Listed before the first kill, which separates children from their parents.
  for (const each of [pid, ...descendantsOf(pid)]) {
    killGroup(each);
    kill(each);
  }
}

function kill(target) {
  try {
    process.kill(target, 'SIGKILL');
  } catch (error) {
    // ESRCH: no such process, or no such group.
    if (error.code !== 'ESRCH') throw error;
  }
}

function descendantsOf(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const pairsByParent = Map.groupBy(pairs, ([parent]) => parent);
  const found = [pid];
  for (const each of found) {
    for (const [, child] of pairsByParent.get(each) ?? []) found.push(child);
  }
  return found.slice(1);
}
