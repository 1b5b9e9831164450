// Builds when a source changed since the last build. Even a `tsc -b` that finds nothing to do takes
// seconds; looking at names, sizes and times of the sources takes milliseconds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildForTests, testProjects } from './build.mjs';
import { bundlePaths } from './bundle.mjs';
import { createProgress } from './progress.mjs';
import { root } from './root.mjs';
import { webPage } from './web.mjs';

const single = ['tsconfig.json', 'tsconfig.base.json', 'prisma/schema.prisma', 'prisma.config.ts'];

/** Builds the production code if it is stale. */
export const ensureBuilt = (progress = createProgress()) =>
  buildIfStale('.sluice-build', productionFolders(), outputsExist, () => build(progress));

/** Builds the production code and the test kit if they are stale. */
export async function ensureBuiltForTests(progress = createProgress()) {
  await ensureBuilt(progress);
  await buildIfStale('.sluice-test-build', workspaceFolders(), testOutputsExist, () =>
    buildForTests(progress),
  );
}

async function buildIfStale(stampName, folders, isComplete, buildAll) {
  const stampPath = join(root, 'node_modules', stampName);
  if (isComplete() && readStamp(stampPath) === stampOf(folders)) return;
  // Taken before the build: a file saved while it runs makes the next start build again. Generated
  // sources change during the build, so they are left out.
  const stamp = stampOf(folders);
  await buildAll();
  writeFileSync(stampPath, stamp);
}

/** Returns one text for the state of all production sources. */
export const sourceStamp = () => stampOf(productionFolders());

function stampOf(folders) {
  const hash = createHash('sha256');
  const add = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    hash.update(`${path} ${found?.size} ${found?.mtimeMs}\n`);
  };
  single.forEach(add);
  for (const folder of folders) {
    add(`${folder}/tsconfig.json`);
    add(`${folder}/package.json`);
    add(`${folder}/index.html`);
    add(`${folder}/vite.config.ts`);
    listSources(`${folder}/src`).forEach(add);
  }
  return hash.digest('hex');
}

const productionFolders = () =>
  workspaceFolders().filter((folder) => !testFolders.includes(folder));

const testFolders = [...testProjects, 'packages/chaos'];

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

// A developer may have removed a dist folder.
const outputsExist = () =>
  existsSync(join(root, 'packages/database/src/generated/client.ts')) &&
  productionFolders().every(isCompiled) &&
  [...bundlePaths(), webPage].every((path) => existsSync(path));

const testOutputsExist = () => testProjects.every(isCompiled);

const isCompiled = (folder) =>
  !existsSync(join(root, folder, 'tsconfig.json')) ||
  existsSync(join(root, folder, 'dist', '.tsbuildinfo'));

const readStamp = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
