import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { workspaceFolders } from '../workspaces.mjs';
import { root } from '../root.mjs';

/** The names of files that only `npm run test:deep` runs end like this. `npm test` runs a shorter test of the same kind. */
const DEEP = '.deep.test.ts';

/**
 * Paths of the test files, from the root of the repository, that contain one of the words; all without words. In the
 * folder of a package, only its tests.
 */
export async function findTests(words, isDeep) {
  const current = relative(root, process.cwd());
  const folders = [...workspaceFolders(), 'bench'].filter(
    (folder) => current === '' || folder === current,
  );
  const found = await Promise.all(folders.map((folder) => testsIn(join(root, folder, 'test'))));
  const paths = found
    .flat()
    .filter((path) => isDeep || !path.endsWith(DEEP))
    .sort();
  return words.length === 0
    ? paths
    : paths.filter((path) => words.some((word) => path.includes(word)));
}

async function testsIn(folder) {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.endsWith('.test.ts'))
    .map((entry) => relative(root, join(folder, entry)));
}
