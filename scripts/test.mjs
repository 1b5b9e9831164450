// `npm test`: builds what is stale, starts one PostgreSQL and one Redis for all test files (each test
// makes its own database and key prefix there), runs every file with tap and ends with one count.
//   npm test                    everything
//   npm test -- worker cancel   the files whose path holds one of the words
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileTests } from './lib/compile-tests.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureServersInstalled } from './lib/ensure-servers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const fileTimeoutMs = 10 * 60_000;
const sideBySide = 3;

const isAttack = (path) => path.startsWith(join('packages', 'chaos'));
const isTimed = (path) => path.endsWith('.timed.test.ts');

async function findTests(words) {
  const folders = ['apps', 'packages'];
  const tested = [join(root, 'bench')];
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder))) tested.push(join(root, folder, name));
  }
  const found = [];
  for (const each of tested) {
    const directory = join(each, 'test');
    const entries = await readdir(directory, { recursive: true }).catch(() => []);
    found.push(
      ...entries
        .filter((entry) => entry.endsWith('.test.ts'))
        .map((entry) => join(directory, entry)),
    );
  }
  const paths = found.map((path) => relative(root, path)).sort();
  return words.length === 0
    ? paths
    : paths.filter((path) => words.some((word) => path.includes(word)));
}

/** Runs one file; every top-level TAP point counts, and a skipped or unfinished one has failed. */
function runFile(path, module, env) {
  return new Promise((resolve) => {
    const startedAtMs = performance.now();
    const child = spawn(process.execPath, ['--enable-source-maps', module], {
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

/**
 * Runs files side by side; gives each result as it comes. Attacks start whole fleets of processes: one of
 * them at a time, from the beginning, beside files that need less. Files that measure a time promised for an idle
 * system (`*.timed.test.ts`) run last, one at a time.
 */
async function runFiles(paths, { env, moduleOf }, width, onResult) {
  const timed = paths.filter(isTimed);
  const attacks = paths.filter((path) => isAttack(path) && !isTimed(path));
  const others = paths.filter((path) => !isAttack(path) && !isTimed(path));
  const runEach = async (next) => {
    for (let path = next(); path !== undefined; path = next()) {
      onResult(await runFile(path, moduleOf(path), env));
    }
  };
  const runOthers = () => runEach(() => others.shift());
  await Promise.all([
    runEach(() => attacks.shift()).then(runOthers),
    ...Array.from({ length: width - 1 }, runOthers),
  ]);
  await runEach(() => timed.shift());
}

const show = (mark, { path, passed, seconds }) =>
  console.log(`${mark} ${path} (${passed} passed, ${seconds.toFixed(1)} s)`);
const showLast = (result, remark = '') => {
  show(result.failed === 0 ? `✓${remark}` : '✗', result);
  if (result.failed > 0) showOutput(result);
};
const showOutput = ({ output }) => console.log(output.map((line) => `    ${line}`).join('\n'));

/**
 * Runs all files, then those that failed once more, one at a time: on a busy machine a wait may be too
 * short, while a fault is there again. What failed at first is told, and in the end named.
 */
async function runAll(paths, how) {
  const totals = { passed: 0, failed: 0 };
  const unsteady = [];
  const count = ({ passed, failed }) => {
    totals.passed += passed;
    totals.failed += failed;
  };
  await runFiles(paths, how, sideBySide, (result) => {
    // What attacks look for shows itself rarely: a broken promise that is not seen again was still broken.
    if (result.failed > 0 && !isAttack(result.path)) {
      unsteady.push(result.path);
      show('↻', result);
      // Whoever reads the log by machine counts the second run.
      showOutput({ output: result.output.map((line) => line.replace(/\bnot ok\b/, 'NOT OK')) });
    } else {
      showLast(result);
      count(result);
    }
  });
  await runFiles(unsteady, how, 1, (result) => {
    showLast(result, ' at the second try:');
    count(result);
  });
  return totals;
}

await ensureBuilt();
ensureServersInstalled();
const paths = await findTests(process.argv.slice(2));
const moduleOf = await compileTests(paths);
const { startTestServices } = await import('@sluice/testkit');
const services = await startTestServices({
  // Several services at a time, each of several processes with pools of their own.
  max_connections: '1000',
  // Nobody needs the data after a crash of the machine.
  fsync: 'off',
});
const stopAndExit = async (code) => {
  await services.stop();
  process.exit(code);
};
process.once('SIGINT', () => void stopAndExit(130));
process.once('SIGTERM', () => void stopAndExit(143));

const env = {
  ...process.env,
  ...services.environment,
  // A test file has the runner's limit, not tap's 30 s.
  TAP_TIMEOUT: String(fileTimeoutMs / 1000),
  // A service under test lives for seconds: compiling its WebAssembly twice, the second time with care,
  // takes half of a second of a core and never pays.
  TEST_EXEC_ARGV: '--liftoff-only',
};
const totals = await runAll(paths, { env, moduleOf });
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
await stopAndExit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
