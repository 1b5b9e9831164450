// Checks the relative links of every Markdown page: the file must exist, and the heading that an anchor names.
// Also checks paths of pages (`docs/….md`) in code, configuration and comments.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './lib/root.mjs';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const read = (path) => readFileSync(join(root, path), 'utf8');
const withoutCode = (page) =>
  page
    .replace(/^( *)```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page) {
  const counts = new Map();
  return new Set(
    [...withoutCode(page).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => {
      const slug = heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

const problems = [];
for (const path of files.filter((path) => path.endsWith('.md'))) {
  for (const [, target] of withoutCode(read(path)).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file, anchor] = target.split('#');
    const aim = file === '' ? path : normalize(join(dirname(path), decodeURI(file)));
    if (!existsSync(join(root, aim))) problems.push(`${path}: no file ${target}`);
    else if (anchor && aim.endsWith('.md') && !anchorsOf(read(aim)).has(anchor)) {
      problems.push(`${path}: no heading ${target}`);
    }
  }
}

const mentioned = /(?<![\w/.-])docs\/[\w/.-]+\.md\b/g;
const isText = /\.(ts|tsx|mjs|cjs|js|json|ya?ml|prisma|sql|conf|sh)$|Dockerfile$/;
for (const path of files.filter(
  (path) => isText.test(path) && !path.startsWith('prisma/migrations'),
)) {
  for (const [page] of read(path).matchAll(mentioned)) {
    if (!existsSync(join(root, page))) problems.push(`${path}: no file ${page}`);
  }
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
