// Builds when a source changed since the last build. Even a `tsc -b` that finds nothing to do takes
// seconds; looking at names, sizes and times of the sources takes milliseconds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { bundlePaths } from './bundle.mjs';
import { createProgress } from './progress.mjs';
import { root } from './root.mjs';
import { webPage } from './web.mjs';

const stampPath = join(root, 'node_modules', '.sluice-build');
const single = ['tsconfig.json', 'tsconfig.base.json', 'prisma/schema.prisma', 'prisma.config.ts'];

/** Builds what is stale. */
export async function ensureBuilt(progress = createProgress()) {
  if (outputsExist() && readStamp() === sourceStamp()) return;
  // Taken before the build: a file saved while it runs makes the next start build again. Generated
  // sources change during it, so they are left out.
  const stamp = sourceStamp();
  await build(progress);
  writeFileSync(stampPath, stamp);
}

/** One text for the state of all sources. */
export function sourceStamp() {
  const hash = createHash('sha256');
  const add = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    hash.update(`${path} ${found?.size} ${found?.mtimeMs}\n`);
  };
  single.forEach(add);
  for (const folder of workspaceFolders()) {
    add(`${folder}/tsconfig.json`);
    add(`${folder}/package.json`);
    add(`${folder}/index.html`);
    add(`${folder}/vite.config.ts`);
    listSources(`${folder}/src`).forEach(add);
  }
  return hash.digest('hex');
}

/** Folders of all apps and packages, relative to the clone. */
export const workspaceFolders = () =>
  ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`),
  );

function listSources(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'generated') return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listSources(path) : [path];
  });
}

// Somebody may have removed a dist folder by hand.
const outputsExist = () =>
  existsSync(join(root, 'packages/database/src/generated/client.ts')) &&
  workspaceFolders()
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
    .every((folder) => existsSync(join(root, folder, 'dist', '.tsbuildinfo'))) &&
  [...bundlePaths(), webPage].every((path) => existsSync(path));

function readStamp() {
  return existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : undefined;
}
