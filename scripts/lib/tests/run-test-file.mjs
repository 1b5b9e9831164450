import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';

/** Milliseconds after which a test file is killed. */
export const fileTimeoutMs = 10 * 60_000;

/**
 * Runs one compiled test file and counts its top-level TAP points; a skipped or unfinished one has failed.
 * The file gets a separate process group. Processes that it leaves running are killed, so that they cannot
 * slow down the files after it.
 *
 * @returns path, passed, failed, output (lines) and seconds.
 */
export function runTestFile(path, module, env) {
  return new Promise((resolve) => {
    const startedAtMs = performance.now();
    const child = spawn(process.execPath, ['--enable-source-maps', module], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child.pid);
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
    const timer = setTimeout(() => {
      result.output.push(`killed after ${fileTimeoutMs / 1000} s`);
      killGroup(child.pid);
    }, fileTimeoutMs);
    // `close` waits for every process that holds the pipes: what is left of the group is killed before.
    child.on('exit', () => killGroup(child.pid));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child.pid);
      if (signal !== null) result.output.push(`ended by ${signal}`);
      if ((code !== 0 && result.failed === 0) || result.passed + result.failed === 0) {
        result.failed++;
      }
      resolve({ ...result, seconds: (performance.now() - startedAtMs) / 1000 });
    });
  });
}

const running = new Set();

/** Kills every test file that runs, with its processes. */
export function killRunningTests() {
  for (const pid of running) killGroup(pid);
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: every process of the group has ended.
    if (error.code !== 'ESRCH') throw error;
  }
}
