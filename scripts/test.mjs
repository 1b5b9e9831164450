// `npm test`: builds what is stale, starts one PostgreSQL and one Redis for all test files (each test
// makes its own database and key prefix there), runs every file with tap and ends with one count.
//   npm test                    everything
//   npm test -- worker cancel   the files whose path holds one of the words
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureRedisInstalled } from './lib/ensure-redis.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const fileTimeoutMs = 10 * 60_000;
const sideBySide = 2;

async function findTests(words) {
  const folders = ['apps', 'packages'];
  const found = [];
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder))) {
      const directory = join(root, folder, name, 'test');
      const entries = await readdir(directory, { recursive: true }).catch(() => []);
      found.push(
        ...entries
          .filter((entry) => entry.endsWith('.test.ts'))
          .map((entry) => join(directory, entry)),
      );
    }
  }
  const paths = found.map((path) => relative(root, path)).sort();
  return words.length === 0
    ? paths
    : paths.filter((path) => words.some((word) => path.includes(word)));
}

/** Runs one file; every top-level TAP point counts, and a skipped or unfinished one has failed. */
function runFile(path, env) {
  return new Promise((resolve) => {
    const startedAtMs = performance.now();
    const child = spawn(process.execPath, ['--import', 'tsx', path], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const result = { path, passed: 0, failed: 0, output: [] };
    const onLine = (line) => {
      result.output.push(line);
      const point = /^(not )?ok \d+/.exec(line);
      if (point === null) return;
      if (point[1] === undefined && !/# (skip|todo)/i.test(line)) result.passed++;
      else result.failed++;
    };
    createInterface({ input: child.stdout }).on('line', onLine);
    createInterface({ input: child.stderr }).on('line', (line) => result.output.push(line));
    const timer = setTimeout(() => child.kill('SIGKILL'), fileTimeoutMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal !== null) result.output.push(`ended by ${signal}`);
      if ((code !== 0 && result.failed === 0) || result.passed + result.failed === 0)
        result.failed++;
      resolve({ ...result, seconds: (performance.now() - startedAtMs) / 1000 });
    });
  });
}

async function runAll(paths, env) {
  const totals = { passed: 0, failed: 0 };
  const queue = [...paths];
  const runNext = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const result = await runFile(path, env);
      totals.passed += result.passed;
      totals.failed += result.failed;
      const mark = result.failed === 0 ? '✓' : '✗';
      console.log(`${mark} ${path} (${result.passed} passed, ${result.seconds.toFixed(1)} s)`);
      if (result.failed > 0) console.log(result.output.map((line) => `    ${line}`).join('\n'));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, runNext));
  return totals;
}

await ensureBuilt();
await ensureRedisInstalled();
const { startTestServices } = await import('@sluice/testkit');
const services = await startTestServices();
const stopAndExit = async (code) => {
  await services.stop();
  process.exit(code);
};
process.once('SIGINT', () => void stopAndExit(130));
process.once('SIGTERM', () => void stopAndExit(143));

const paths = await findTests(process.argv.slice(2));
const totals = await runAll(paths, {
  ...process.env,
  ...services.environment,
  // A test file has the runner's limit, not tap's 30 s.
  TAP_TIMEOUT: String(fileTimeoutMs / 1000),
});
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
await stopAndExit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
