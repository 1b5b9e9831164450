import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';
import { killGroup, killTree } from './kill-tree.mjs';
import { createTapReader } from './tap-reader.mjs';

/** Milliseconds for one test file. A process is killed when a file takes longer. */
const fileTimeoutMs = 10 * 60_000;

/** More than a whole run takes. */
const processTimeoutMs = 24 * 3_600_000;

const testProcess = join(root, 'scripts', 'lib', 'tests', 'test-process.mjs');

/**
 * Runs compiled test files one after the other in one process and counts the TAP points of each; a skipped or
 * unfinished one has failed. The process gets a separate group. Processes that it leaves running are killed,
 * so that they cannot slow down the files after it.
 *
 * @param first path and module of the first file
 * @param next returns path and module of the next file when one has ended, or undefined. It is not called again after
 * that, nor after the end of the process
 * @param onResult receives path, passed, failed, output (lines) and seconds of each file
 * @returns the path of a file that must run in another process, because this one failed before it began
 */
export function runTestFiles(first, next, env, onResult) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', testProcess], {
      cwd: root,
      // The runner's limit holds for each file. tap has one for all files of a process.
      env: { ...env, TAP_TIMEOUT: String(processTimeoutMs / 1000) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child.pid);
    const timer = setTimeout(() => {
      reader.note(`killed: one file took ${fileTimeoutMs / 1000} s`);
      killTree(child.pid);
    }, fileTimeoutMs);
    const start = (file) => {
      timer.refresh();
      child.stdin.write(`${JSON.stringify(file)}\n`);
      return file[0];
    };
    const startNext = () => {
      const file = next();
      if (file !== undefined) return start(file);
      child.stdin.end();
      return undefined;
    };
    // A process that has ended reads no further file; its exit code says why.
    child.stdin.on('error', () => undefined);
    const reader = createTapReader(start(first), startNext, onResult);
    createInterface({ input: child.stdout }).on('line', reader.read);
    createInterface({ input: child.stderr }).on('line', reader.note);
    // `close` waits for every process that holds the pipes: what is left of the group is killed before.
    child.on('exit', () => killGroup(child.pid));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child.pid);
      if (signal !== null) reader.note(`ended by ${signal}`);
      resolve(reader.end(code));
    });
  });
}

const running = new Set();

/** Kills every test file that runs, with its processes. */
export function killRunningTests() {
  for (const pid of running) killTree(pid);
}
