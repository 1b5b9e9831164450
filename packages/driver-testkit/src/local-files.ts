import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a directory that is removed with the test. */
export function localFiles(t: { teardown: (work: () => void) => void }): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'sluice-local-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** Returns the fields of `/proc/<pid>/stat` after the process name, which may contain spaces. */
const statOf = (pid: string): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** Returns the child processes that run an engine. */
export function engineProcesses(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(parent))
    .filter((pid) => commandLine(pid).includes('/dist/engine-host.js'))
    .map(Number);
}

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Returns whether a thread of a process runs or waits for a processor. */
const isRunnable = (pid: number): boolean => {
  try {
    const threads = readdirSync(`/proc/${String(pid)}/task`);
    return threads.some((thread) => statOf(`${String(pid)}/task/${thread}`)[0] === 'R');
  } catch {
    return false;
  }
};

/** An idle engine is runnable for moments only, such as during a timer. */
const LOOKS = 6;
const LOOK_INTERVAL_MS = 20;

/**
 * Returns the number of engines that are busy: runnable at every look. The processor time that they get depends on the
 * other processes of the machine.
 */
export async function busyEngines(): Promise<number> {
  let busy = engineProcesses();
  for (let look = 0; look < LOOKS && busy.length > 0; look++) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
    busy = busy.filter(isRunnable);
  }
  return busy.length;
}

/** A statement to run in a process that is killed. */
interface LostParent {
  driver: string;
  config: object;
  directory: string;
  slow: string;
}

/** Starts a process whose session runs `slow`, kills it, and returns the pids of its engines. */
export async function enginesOfLostParent(lost: LostParent): Promise<number[]> {
  const program = `
    import { driverFor } from '@sluice/drivers';
    const { driver, config, directory, slow } = JSON.parse(process.env.LOST_PARENT);
    const options = { signal: new AbortController().signal, connectTimeoutMs: 10000,
      applicationName: 'x', readOnly: false, machine: { filesDirectory: directory } };
    const connection = await (await driverFor(driver)).connect(config, options);
    console.log('ready');
    await connection.run(slow, { signal: options.signal, maxRows: null, maxBytes: null,
      maxCellBytes: 1e6, maxRowBytes: 1e6, timeoutMs: null });`;
  const parent = execFile(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, LOST_PARENT: JSON.stringify(lost) },
  });
  const gone = new Promise((resolve) => parent.once('close', resolve));
  await new Promise((resolve) => parent.stdout?.once('data', resolve));
  const engines = engineProcesses(parent.pid);
  parent.kill('SIGKILL');
  await gone;
  return engines;
}
