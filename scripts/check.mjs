// `npm run check`: static checks of the whole repository. Every finding is an error.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const build = ['build', 'npx', ['turbo', 'run', 'build', '--output-logs=errors-only']];
const checks = [
  ['lint', 'npx', ['oxlint', '--config', 'oxlint.config.mjs']],
  ['types', 'npx', ['turbo', 'run', 'typecheck', '--output-logs=errors-only']],
  ['types of benchmarks', 'node', ['node_modules/typescript-7/bin/tsc', '-b', 'bench']],
  ['formatting', 'npx', ['oxfmt', '--check']],
  [
    'import direction',
    'npx',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'packages'],
  ],
  ['package boundaries', 'npx', ['turbo', 'boundaries']],
  ['unused code', 'npx', ['knip', '--no-progress']],
  ['settings documents', 'node', ['scripts/document-settings.mjs', '--check']],
  ['prose', 'node', ['scripts/check-prose.mjs']],
  ['links', 'node', ['scripts/check-links.mjs']],
  ['spelling', 'npx', ['cspell', 'lint', '--no-progress', '--no-summary', '--dot', '.']],
  ['commit messages', 'node', ['scripts/check-commits.mjs']],
];

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' };
const failed = [];

async function run([name, command, args]) {
  const startedAtMs = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) {
    failed.push(name);
    console.log(`${out}\n${errors}`);
  }
}

/** Checks that run side by side: one for each of two processors. */
const PARALLEL = 2;

await run(build);
await Promise.all(
  Array.from({ length: PARALLEL }, async () => {
    for (let check = checks.shift(); check !== undefined; check = checks.shift()) await run(check);
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
