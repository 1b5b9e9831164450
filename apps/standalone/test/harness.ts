import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  findBinaries,
  placePostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@sluice/standalone';
import type { SuperviseOptions } from '@sluice/supervise';
import root, { type Test } from 'tap';

/** Whether every case of a long test runs. The testkit, which says so elsewhere, depends on this package. */
export const isDeep = process.env['TEST_DEEP'] === '1';

/** Options of every server in these tests. */
export const password = 'x'.repeat(43);

/** Returns the absolute path of a child script. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));

/**
 * Returns a folder that every user may enter unless `mode` says otherwise; it is removed at the end.
 */
export async function temporaryFolder(
  t: { teardown(work: () => Promise<void>): void },
  mode = 0o755,
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-standalone-')));
  await chmod(folder, mode);
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Collects the lines that a user would see. */
export function superviseIn(folder: string): SuperviseOptions & { shown: string[] } {
  const shown: string[] = [];
  const show = (line: string) => {
    shown.push(line);
  };
  return { logFolder: join(folder, 'logs'), recordFolder: join(folder, 'run'), show, shown };
}

/** Starts a server whose data folder is `dbPath`. */
export async function startServer(
  dbPath: string,
  systemFolder = join(dbPath, 'system'),
): Promise<EmbeddedPostgres> {
  await mkdir(dbPath, { recursive: true });
  const location = await placePostgres({ dbPath, installed: await findBinaries(), systemFolder });
  return startEmbeddedPostgres({ dbPath, location, password, supervise: superviseIn(dbPath) });
}

let stoppedCluster: Promise<string> | undefined;

/** Returns a data folder with a stopped server. Creating its cluster takes seconds, so later folders are copies. */
export async function folderWithCluster(t: Test): Promise<string> {
  stoppedCluster ??= createStoppedCluster();
  const folder = await temporaryFolder(t);
  // With the owners of the files.
  await promisify(execFile)('cp', ['-a', `${await stoppedCluster}/.`, folder]);
  return folder;
}

async function createStoppedCluster(): Promise<string> {
  const dbPath = await temporaryFolder(root);
  const server = await startServer(dbPath);
  await server.stop();
  return dbPath;
}

/** Runs one query as the superuser. */
export async function query<T extends pg.QueryResultRow>(
  server: EmbeddedPostgres,
  sql: string,
): Promise<T[]> {
  const client = new pg.Client(server.superuser('postgres'));
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server that the test stops, and verifies that it answers. */
export async function startAnswering(t: Test, dbPath: string): Promise<void> {
  const server = await startServer(dbPath);
  t.teardown(() => server.stop());
  t.strictSame(await query(server, 'select 1 as one'), [{ one: 1 }]);
}

/** Waits for a condition, checking every few milliseconds. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = 60_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`Timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether a process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

/** Returns the pids of a process and of all its descendants, on Linux. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

/** A running fixture with its output. */
export interface Launched {
  child: ChildProcess;
  pid: number;
  output: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

/** Runs a fixture as a process. */
export function launch(
  name: string,
  environment: NodeJS.ProcessEnv,
  args: string[] = [],
): Launched {
  const child = spawn(process.execPath, [fixture(name), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => written.push(data));
  child.stderr.on('data', (data: Buffer) => written.push(data));
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : String(signal),
  );
  return {
    child,
    pid: child.pid ?? 0,
    output: () => Buffer.concat(written).toString('utf8'),
    ended,
  };
}
