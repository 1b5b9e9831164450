import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { leanNode } from '@sluice/supervise';
import { endWithUs } from './end-with-us.js';
import { childrenOf } from './processes.js';

/** A Node process of the service under test. */
export interface TestProcess {
  readonly pid: number;
  /** The address that the API reported when it was ready. */
  readonly address: string | undefined;
  /** Returns its output so far. */
  output(): string;
  /**
   * Sends a signal; SIGKILL, SIGSTOP and SIGCONT also reach its children (a worker's executors).
   */
  kill(signal: NodeJS.Signals): void;
  /** Returns the pids of its children (a worker's executors), in ascending order. */
  children(): number[];
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
}

const bundles = {
  api: fileURLToPath(import.meta.resolve('@sluice/api/bundle')),
  worker: fileURLToPath(import.meta.resolve('@sluice/worker/bundle')),
};

const modules = {
  api: fileURLToPath(import.meta.resolve('@sluice/api/server')),
  worker: fileURLToPath(import.meta.resolve('@sluice/worker/main')),
};

/**
 * Starts the program of the API or the worker and waits until it is ready. Aborting before that kills it.
 * `program` is the program of another version. @throws when it ends before it is ready
 */
export async function startProcess(
  kind: keyof typeof bundles,
  environment: NodeJS.ProcessEnv,
  signal?: AbortSignal,
  program?: string,
): Promise<TestProcess> {
  // A preload can wrap modules only in the unbundled build.
  const entries = environment['NODE_OPTIONS'] === undefined ? bundles : modules;
  const child = fork(program ?? entries[kind], {
    env: { PATH: process.env['PATH'], ...leanNode.env, ...environment },
    // Without options of the test process, such as the TypeScript loader.
    execArgv: [...leanNode.execArgv, ...(process.env['TEST_EXEC_ARGV']?.split(' ') ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group, as under the launcher.
    detached: true,
  });
  const written: string[] = [];
  child.stdout?.on('data', (data: Buffer) => written.push(data.toString()));
  child.stderr?.on('data', (data: Buffer) => written.push(data.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const giveUp = (): void => {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  const forget = endWithUs(giveUp);
  void ended.then(forget);
  signal?.addEventListener('abort', giveUp);
  const address = await readyAddress(child, ended, kind, written);
  signal?.removeEventListener('abort', giveUp);
  return {
    pid: child.pid ?? 0,
    address,
    output: () => written.join(''),
    kill: (signal) => {
      if (!signalsToAll.has(signal)) child.kill(signal);
      else if (child.pid !== undefined) signalGroup(child.pid, signal);
    },
    children: () => childrenOf(child.pid ?? 0),
    ended,
  };
}

/** A signal to a machine or container reaches all of its processes. */
const signalsToAll = new Set<NodeJS.Signals>(['SIGKILL', 'SIGSTOP', 'SIGCONT']);

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

async function readyAddress(
  child: ChildProcess,
  ended: Promise<number | null>,
  kind: string,
  written: string[],
): Promise<string | undefined> {
  const ready = new Promise<string | undefined>((resolve) => {
    child.on('message', (message: { type?: string; address?: string }) => {
      if (message.type === 'ready') resolve(message.address);
    });
  });
  const gone = ended.then((code) => {
    throw new Error(
      `The ${kind} ended with ${String(code)} before it was ready:\n${written.join('')}`,
    );
  });
  return Promise.race([ready, gone]);
}
