import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';
import { killGroup, killTree } from './kill-tree.mjs';
import { createTapReader } from './tap-reader.mjs';

/** Milliseconds for one test file. A process is killed when a file takes longer. */
export const fileTimeoutMs = 10 * 60_000;

const testProcess = join(root, 'scripts', 'lib', 'tests', 'test-process.mjs');

/**
 * Runs compiled test files one after the other in one process and counts the TAP points of each; a skipped or
 * unfinished one has failed. The process gets a separate group. Processes that it leaves running are killed,
 * so that they cannot slow down the files after it.
 *
 * @param files path and module of each file
 * @param onResult receives path, passed, failed, output (lines) and seconds of each file
 */
export function runTestFiles(files, env, onResult) {
  return new Promise((resolve) => {
    // tap has one limit for all files of a process.
    const tapTimeoutMs = fileTimeoutMs * files.length;
    const child = spawn(process.execPath, ['--enable-source-maps', testProcess], {
      cwd: root,
      // A process of files has the runner's limit, not tap's 30 s.
      env: { ...env, TAP_TIMEOUT: String(tapTimeoutMs / 1000), TEST_FILES: JSON.stringify(files) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child.pid);
    const timer = setTimeout(() => {
      reader.note(`killed: one file took ${fileTimeoutMs / 1000} s`);
      killTree(child.pid);
    }, fileTimeoutMs);
    const reader = createTapReader(
      files.map(([path]) => path),
      (result) => {
        if (running.has(child.pid)) timer.refresh();
        onResult(result);
      },
    );
    createInterface({ input: child.stdout }).on('line', reader.read);
    createInterface({ input: child.stderr }).on('line', reader.note);
    // `close` waits for every process that holds the pipes: what is left of the group is killed before.
    child.on('exit', () => killGroup(child.pid));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child.pid);
      if (signal !== null) reader.note(`ended by ${signal}`);
      reader.end(code);
      resolve();
    });
  });
}

const running = new Set();

/** Kills every test file that runs, with its processes. */
export function killRunningTests() {
  for (const pid of running) killTree(pid);
}
