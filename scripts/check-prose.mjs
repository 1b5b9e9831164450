// Checks texts against the style rules: documentation, comments and string literals with spaces.
//   node scripts/check-prose.mjs             the whole tree
//   node scripts/check-prose.mjs <paths>     these files and folders
//   node scripts/check-prose.mjs --count     the number of findings in each folder
import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { excluded } from './lib/prose/excluded.mjs';
import { findingsIn } from './lib/prose/findings.mjs';
import { root } from './lib/root.mjs';

/** The files of the repository below the paths. A path that names a file is read even if Git ignores it. */
async function filesBelow(paths) {
  const inRepository = paths.filter((path) => !path.startsWith('..'));
  const listed =
    inRepository.length === 0
      ? ''
      : execFileSync(
          'git',
          ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...inRepository],
          { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
        );
  const files = new Set(listed.split('\n').filter((path) => path !== ''));
  for (const path of paths) {
    if ((await stat(resolve(root, path))).isFile()) files.add(path);
  }
  return [...files].filter((path) => !excluded.some((pattern) => pattern.test(path)));
}

/** The findings of each file that has one. */
async function findingsOf(files) {
  const found = new Map();
  for (const path of files) {
    const source = await readFile(resolve(root, path), 'utf8').catch(() => '');
    const findings = findingsIn(path, source);
    if (findings.length > 0) found.set(path, findings);
  }
  return found;
}

function showCounts(found) {
  const counts = new Map();
  for (const [path, findings] of found) {
    const folder = path.split('/').slice(0, 3).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + findings.length);
  }
  for (const [folder, count] of counts) console.log(`${count}\t${folder}`);
}

function show(found) {
  let total = 0;
  for (const [path, findings] of found) {
    total += findings.length;
    for (const { line, found: text, instead, sentence } of findings) {
      console.log(`${path}:${line}  "${text}" → ${instead}\n    ${sentence}`);
    }
  }
  if (total === 0) return;
  console.error(`${total} findings. The style rules are in docs/reference/style.md.`);
  process.exitCode = 1;
}

const args = process.argv.slice(2);
const isCount = args[0] === '--count';
const named = isCount ? [] : args.map((path) => relative(root, resolve(path)) || '.');
const found = await findingsOf(await filesBelow(named.length > 0 ? named : ['.']));
if (isCount) showCounts(found);
else show(found);
