import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.mjs';

/** Whether a file attacks whole fleets of processes. */
const isAttack = (path) => path.startsWith(join('packages', 'chaos'));

/** Whether a file measures a time promised for an idle system. */
const isTimed = (path) => path.endsWith('.timed.test.ts');

/** A file that changes or measures its process says so: `// Runs in its own process: <reason>`. */
const aloneMark = /^\/\/ Runs in its own process: ./m;

/**
 * Groups test files: attacks, timed files and those that need a separate process; the others share processes. Files
 * without servers, which are short, come last, and the longest timed files, which are attacks, first: so all
 * processes are busy until the end.
 *
 * @param withServers a set of the paths of files that use the shared servers
 */
export async function planTests(paths, withServers) {
  const plan = { attacks: [], alone: [], shared: [], timed: [] };
  for (const path of paths) {
    if (isTimed(path) && isAttack(path)) plan.timed.unshift(path);
    else if (isTimed(path)) plan.timed.push(path);
    else if (isAttack(path)) plan.attacks.push(path);
    else if (aloneMark.test(await readFile(join(root, path), 'utf8'))) plan.alone.push(path);
    else plan.shared.push(path);
  }
  const rank = (path) => (withServers.has(path) ? 0 : 1);
  plan.shared.sort((one, other) => rank(one) - rank(other));
  return plan;
}
