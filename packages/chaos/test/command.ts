import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf, until } from '@sluice/testkit';
import type { ClusterDescription } from '../src/cluster/open-cluster.js';

/** `npm run cluster`, running. */
export interface RunningCluster extends ClusterDescription {
  /** Its own processes, theirs not counted. */
  processes(): number[];
  /** The same without the compiler of TypeScript, which is one of them where this source has never run before. */
  servers(): number[];
  /** SIGKILL to whatever serves at an address now; resolves when it is gone. */
  killApi(address: string): Promise<void>;
  /** SIGTERM. Gives the exit code, null after a signal. */
  stop(): Promise<number | null>;
  output(): string;
}

const program = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));
/** Everything from nothing, on a busy machine. */
const startLimitMs = 120_000;

/** Runs the command and waits until it says that all is ready. */
export async function runCluster(): Promise<RunningCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cluster-'));
  const child = spawn(process.execPath, [program, '--folder', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As npm runs it: it ends with whoever started it, however that ends.
    env: { ...process.env, npm_lifecycle_event: 'cluster' },
  });
  const pid = child.pid ?? 0;
  const written: string[] = [];
  child.stdout.on('data', (text: Buffer) => written.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => written.push(text.toString()));
  const output = (): string => written.join('');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const gone = ended.then((code) => {
    throw new Error(`The command ended with ${String(code)}:\n${output()}`);
  });
  gone.catch(() => undefined);
  const ready = until('it is ready', () => output().includes('Press Ctrl-C'), startLimitMs);
  await Promise.race([ready, gone]);
  const text = await readFile(join(folder, 'cluster.json'), 'utf8');
  const processes = (): number[] => childrenOf(pid);
  const apiAt = (address: string): number | undefined =>
    processes().find((each) => environmentOf(each).includes(`SERVICE_PORT=${portOf(address)}`));
  return {
    ...(JSON.parse(text) as ClusterDescription),
    processes,
    servers: () => processes().filter((each) => !programOf(each).includes('esbuild')),
    killApi: async (address) => {
      const api = await until(`an API serves at ${address}`, () => apiAt(address));
      process.kill(-api, 'SIGKILL');
      await until('it is gone', () => !processes().includes(api));
    },
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      await rm(folder, { recursive: true, force: true });
      return code;
    },
    output,
  };
}

const portOf = (address: string): string => new URL(`http://${address}`).port;

const environmentOf = (pid: number): string[] => told(pid, 'environ');

const programOf = (pid: number): string => told(pid, 'cmdline')[0] ?? '';

/** What the system tells of a process, as lists are kept there; empty when it has just ended. */
function told(pid: number, what: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
