// `npm run check`: everything that can be said of the code without running it. All of it is an error.
import { spawnSync } from 'node:child_process';

const steps = [
  ['types and build', 'node', ['scripts/build.mjs']],
  ['types of tests', 'npx', ['tsc', '-b', 'tsconfig.tests.json']],
  ['formatting', 'npx', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['lint', 'npx', ['eslint', '--max-warnings', '0', '.']],
  [
    'import direction',
    'npx',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'packages'],
  ],
  ['package boundaries', 'npx', ['turbo', 'boundaries']],
  ['unused code', 'npx', ['knip', '--no-progress']],
];

const environment = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' };
const failed = [];
for (const [name, command, args] of steps) {
  const startedAtMs = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (status !== 0) {
    failed.push(name);
    console.log(`${stdout}\n${stderr}`);
  }
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
