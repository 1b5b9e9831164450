// Builds through Turborepo: it runs the `build` script of each package in the order of their dependencies, and restores
// from its cache the output of packages whose sources it has built before.
import { join } from 'node:path';
import { createProgress } from './progress.mjs';
import { root } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';

const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');

/** Packages that only tests, benchmarks and attacks import. */
const testPackages = ['@sluice/testkit', '@sluice/driver-testkit'];

/** Builds the stale packages of the production code. */
export const build = (progress = createProgress()) =>
  run(
    testPackages.map((name) => `--filter=!${name}`),
    progress,
  );

/** Builds the stale packages of the production code and of the test kits. */
export const buildForTests = (progress = createProgress()) => run([], progress);

const run = (filters, progress) =>
  progress.step('Build', async (step) => {
    await runQuietly(
      process.execPath,
      [turbo, 'run', 'build', '--output-logs=errors-only', ...filters],
      { cwd: root, env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } },
    );
    step.rename('Built');
  });
