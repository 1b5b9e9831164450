import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { root } from '../root.mjs';

/** A process that fails takes the files after it along, and the last process should not run for long alone. */
const FILES_IN_A_PROCESS = 12;

/** Whether a file attacks whole fleets of processes. */
const isAttack = (path) => path.startsWith(join('packages', 'chaos'));

/** Whether a file measures a time promised for an idle system. */
const isTimed = (path) => path.endsWith('.timed.test.ts');

/** A file that changes or measures its process says so: `// Runs in its own process: <reason>`. */
const aloneMark = /^\/\/ Runs in its own process: ./m;

/**
 * Groups test files by the process that runs them. Files of the same package share a process, because loading
 * its dependencies costs more than most of them; attacks and timed files have a process each. Groups without servers
 * come last: they are short, so all processes are busy until the end.
 *
 * @param withServers a set of the paths of files that use the shared servers
 */
export async function planTests(paths, withServers) {
  const plan = { attacks: [], others: [], timed: [] };
  const open = new Map();
  for (const path of paths) {
    if (isTimed(path)) plan.timed.push([path]);
    else if (isAttack(path)) plan.attacks.push([path]);
    else if (aloneMark.test(await readFile(join(root, path), 'utf8'))) plan.others.push([path]);
    else {
      const folder = path.slice(0, path.indexOf(`${sep}test${sep}`));
      const group = open.get(folder);
      if (group !== undefined && group.length < FILES_IN_A_PROCESS) group.push(path);
      else {
        open.set(folder, [path]);
        plan.others.push(open.get(folder));
      }
    }
  }
  const rank = (group) => (group.some((path) => withServers.has(path)) ? 0 : 1);
  plan.others.sort((one, other) => rank(one) - rank(other));
  return plan;
}
