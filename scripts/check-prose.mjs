// Checks texts against the style rules: documentation, comments and string literals with spaces.
//   node scripts/check-prose.mjs             the folders that are listed as rewritten
//   node scripts/check-prose.mjs <paths>     these files and folders
//   node scripts/check-prose.mjs --count     the number of findings in each folder of the whole tree
import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { checkedFolders, excluded } from './lib/prose/folders.mjs';
import { findingsIn } from './lib/prose/findings.mjs';
import { root } from './lib/root.mjs';

/** The files of the repository below the paths. A path that names a file is read even if Git ignores it. */
async function filesBelow(paths) {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      ...paths.filter((path) => !path.startsWith('..')),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const files = new Set(listed.split('\n').filter((path) => path !== ''));
  for (const path of paths) {
    if ((await stat(resolve(root, path))).isFile()) files.add(path);
  }
  return [...files].filter((path) => !excluded.some((pattern) => pattern.test(path)));
}

const args = process.argv.slice(2);
const counting = args[0] === '--count';
const named = args.map((path) => relative(root, resolve(path)) || '.');
const paths = counting ? ['.'] : named.length > 0 ? named : checkedFolders;

const counts = new Map();
let total = 0;
for (const path of await filesBelow(paths)) {
  const source = await readFile(resolve(root, path), 'utf8').catch(() => '');
  for (const { line, found, instead, sentence } of findingsIn(path, source)) {
    total++;
    const folder = path.split('/').slice(0, 3).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
    if (!counting) console.log(`${path}:${line}  "${found}" → ${instead}\n    ${sentence}`);
  }
}
if (counting) for (const [folder, count] of counts) console.log(`${count}\t${folder}`);
if (total > 0) console.error(`${total} findings. The style rules are in docs/reference/style.md.`);
process.exitCode = total > 0 && !counting ? 1 : 0;
