import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf, until } from '@sluice/testkit';
import type { ClusterDescription } from '../src/cluster/open-cluster.js';

/** A running `npm run cluster`. */
export interface RunningCluster extends ClusterDescription {
  /** Its own processes without their children. */
  processes(): number[];
  /** The same without the TypeScript compiler, which runs when this source has never run before. */
  servers(): number[];
  /** Kills the API at an address; resolves when it has ended. */
  killApi(address: string): Promise<void>;
  /** Sends SIGTERM. Returns the exit code, null after a signal. */
  stop(): Promise<number | null>;
  output(): string;
}

const program = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));
/** A complete start on a busy machine. */
const startLimitMs = 120_000;

/** Runs the command and waits until it reports that everything is ready. */
export async function runCluster(): Promise<RunningCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cluster-'));
  const child = spawn(process.execPath, [program, '--folder', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As npm runs it: it ends with its parent, however that ends.
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
      await until('it has ended', () => !processes().includes(api));
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

/** Returns a list that the system provides about a process; empty if it has just ended. */
function told(pid: number, what: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
