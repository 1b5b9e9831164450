// `npm test`: builds what is stale, starts one PostgreSQL and one Redis for all test files (each test
// creates a separate database and key prefix there), runs every file with tap and prints one total.
//   npm test                    all files
//   npm test -- worker cancel   the files whose path contains one of the words
//   npm test -w packages/sql    the files of one package
//   npm run test:deep           all files, with all cases and the attacks in full length
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode } from './lib/check-node.mjs';
import { compileTests } from './lib/compile-tests.mjs';
import { buildForTests } from './lib/build.mjs';
import { ensureServersInstalled } from './lib/ensure-servers.mjs';
import { findTests } from './lib/tests/find-tests.mjs';
import { parallelProcesses } from './lib/tests/parallel-processes.mjs';
import { planTests } from './lib/tests/plan-tests.mjs';
import { createRunFolder, removeRunFolder } from './lib/tests/run-folder.mjs';
import { killRunningTests, runTestFiles } from './lib/tests/run-test-files.mjs';

/** The timed files mostly wait. */
const PARALLEL_TIMED = 3;

/** Modules and the data of tests stay in memory, so a process ends after a while. */
const FILES_IN_A_PROCESS = 80;

/**
 * Runs the files and passes each result on, in parallel as {@link planTests} groups them. The attacks start
 * whole fleets of processes: one of them at a time, beside files that need less. The timed files run last, three
 * at a time.
 */
async function runFiles(paths, { run, withServers }, onResult) {
  const { attacks, alone, shared, timed } = await planTests(paths, withServers);
  const drain = async (queue, filesInAProcess) => {
    while (queue.length > 0) {
      let left = filesInAProcess;
      const notBegun = await run(() => (left-- > 0 ? queue.shift() : undefined), onResult);
      if (notBegun !== undefined) queue.unshift(notBegun);
    }
  };
  const drainOthers = () => drain(alone, 1).then(() => drain(shared, FILES_IN_A_PROCESS));
  await Promise.all([
    drain(attacks, 1).then(drainOthers),
    ...Array.from({ length: parallelProcesses() - 1 }, drainOthers),
  ]);
  await Promise.all(Array.from({ length: PARALLEL_TIMED }, () => drain(timed, 1)));
}

function show(mark, { path, passed, seconds }) {
  console.log(`${mark} ${path} (${passed} passed, ${seconds.toFixed(1)} s)`);
}

/** Runs all files. A failure counts: there is no second try. Returns the numbers of passed and failed tests. */
async function runAll(paths, running) {
  const total = { passed: 0, failed: 0 };
  await runFiles(paths, running, (result) => {
    total.passed += result.passed;
    total.failed += result.failed;
    show(result.failed === 0 ? '✓' : '✗', result);
    if (result.failed > 0) console.log(result.output.map((line) => `    ${line}`).join('\n'));
  });
  return total;
}

/** Whether a compiled file uses the shared servers; pure tests need none, and start sooner without. */
const usesServers = (module) => readFileSync(module, 'utf8').includes('@sluice/testkit');

/** Whether a compiled file uses the shared object storage, which takes seconds to start. */
const usesSwift = (module) => readFileSync(module, 'utf8').includes('sharedSwift');

async function startServices(withSwift) {
  ensureServersInstalled();
  const { startTestServices } = await import('@sluice/testkit');
  return startTestServices({
    settings: {
      // Several services run at the same time, and each of their processes has a connection pool.
      max_connections: '1000',
      // The data need not survive a crash of the machine.
      fsync: 'off',
    },
    withSwift,
  });
}

checkNode('26.0');
await buildForTests();
const args = process.argv.slice(2);
const isDeep = args.includes('--deep');
const words = args.filter((arg) => arg !== '--deep');
const paths = await findTests(words, isDeep);
const moduleOf = await compileTests(paths);
// The servers and tests create their temporary folders in it.
const folder = createRunFolder();
process.env.TMPDIR = folder;
const withServers = new Set(paths.filter((path) => usesServers(moduleOf(path))));
const withSwift = paths.some((path) => usesSwift(moduleOf(path)));
const services = withServers.size > 0 ? await startServices(withSwift) : undefined;
const stopAndExit = async (code) => {
  killRunningTests();
  await services?.stop();
  removeRunFolder(folder);
  process.exit(code);
};
process.once('SIGINT', () => void stopAndExit(130));
process.once('SIGTERM', () => void stopAndExit(143));

const dataFolders = join(folder, 'data-folders');
mkdirSync(dataFolders, { mode: 0o755 });
const env = {
  ...process.env,
  ...services?.environment,
  TEST_DATA_FOLDERS: dataFolders,
  ...(isDeep && { TEST_DEEP: '1' }),
  // A service under test lives for seconds. Compiling its WebAssembly a second time, optimised, takes half
  // a second of processor time and never pays.
  TEST_EXEC_ARGV: '--liftoff-only',
  // A hundred processes load the same modules.
  NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
};
const run = (nextPath, onResult) => {
  const next = () => {
    const path = nextPath();
    return path === undefined ? undefined : [path, moduleOf(path)];
  };
  return runTestFiles(next(), next, env, onResult);
};
const total = await runAll(paths, { run, withServers });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
await stopAndExit(total.failed === 0 && total.passed > 0 ? 0 : 1);
