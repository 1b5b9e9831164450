// The build: the Prisma client when its schema changed, then TypeScript, which itself builds only
// what is stale, then the bundles. Tests are type-checked by `npm run check`, so that they cannot keep a start waiting.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { embedSql } from './embed-sql.mjs';
import { root } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';
import { bundleWeb } from './web.mjs';

const schema = 'prisma/schema.prisma';
const generated = 'packages/database/src/generated/client.ts';

/** Root projects of the production build; `tsc -b` also builds every package that they reference. */
export const projects = [
  'apps/api',
  'apps/standalone',
  'apps/web',
  'apps/worker',
  'packages/client',
  'packages/import',
];

/** Projects that only tests, benchmarks and attacks import. */
export const testProjects = ['packages/testkit'];

/** Runs the TypeScript compiler that npm installed. */
export const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Builds what is stale. */
export async function build(progress) {
  if (await isStale(generated, schema)) await generateClient(progress);
  await embedSql();
  await compile(projects, 'TypeScript', progress);
  await bundle(progress);
  await bundleWeb(progress);
}

/** Builds {@link testProjects}; the production build must exist. */
export const buildForTests = (progress) => compile(testProjects, 'the test kit', progress);

const compile = (roots, what, progress) =>
  progress.step(`Compile ${what}`, async (step) => {
    await runQuietly(process.execPath, [tsc, '-b', ...roots], { cwd: root });
    step.rename(`Compiled ${what}`);
  });

/** Makes the Prisma client out of the schema. */
export function generateClient(progress) {
  return progress.step('Generate the database client', async (step) => {
    const cli = join(root, 'node_modules', 'prisma', 'build', 'index.js');
    await runQuietly(process.execPath, [cli, 'generate'], {
      cwd: root,
      env: generateEnvironment(),
    });
    step.rename('Generated the database client');
  });
}

// `generate` needs no schema engine, yet the CLI downloads one where none is named; any executable
// satisfies it.
const generateEnvironment = () => ({
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
  ...process.env,
});

async function isStale(target, source) {
  const modifiedMs = (path) => stat(join(root, path)).then((found) => found.mtimeMs);
  try {
    return (await modifiedMs(target)) < (await modifiedMs(source));
  } catch {
    return true;
  }
}
