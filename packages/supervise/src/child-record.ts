import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, readJsonFile, writePrivateJsonFile } from './json-file.js';
import {
  identifyProcess,
  isProcessIdentity,
  isStillRunning,
  type ProcessIdentity,
} from './process-identity.js';
import { waitUntil } from './wait-until.js';
import { endProcess } from './end-process.js';

/** What the next launcher must know about a child in case this one is killed. */
export interface ChildRecord extends ProcessIdentity {
  /** Whether the processes that the child started end with it. */
  ownsGroup: boolean;
  /** How long it may take to end by itself before it is killed. */
  graceMs: number;
}

/** Notes a child that was started in `<folder>/<name>.json`. */
export async function recordChild(
  folder: string,
  name: string,
  child: { pid: number; ownsGroup: boolean; graceMs: number },
): Promise<void> {
  const identity = await identifyProcess(child.pid);
  if (identity === undefined) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const record: ChildRecord = { ...child, ...identity };
  await writePrivateJsonFile(join(folder, `${name}.json`), record);
}

/** Forgets a child that has ended. */
export const forgetChild = (folder: string, name: string): Promise<void> =>
  rm(join(folder, `${name}.json`), { force: true });

/**
 * Ends what a killed launcher left behind, so that it blocks no port. Children see their launcher
 * go and end by themselves; this waits for them, and kills those that do not.
 *
 * @returns the names of the children that were still there.
 */
export async function endLeftovers(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
  const ended = await Promise.all(names.map((name) => endLeftover(folder, name)));
  return names.filter((_name, index) => ended[index]);
}

async function endLeftover(folder: string, name: string): Promise<boolean> {
  const record = await readJsonFile(join(folder, `${name}.json`)).catch(() => undefined);
  const running = isChildRecord(record) && (await isStillRunning(record));
  if (running) {
    endProcess(record, 'SIGTERM');
    const gone = async () => !(await isStillRunning(record));
    if (!(await waitUntil(gone, { withinMs: record.graceMs, everyMs: 20 }))) {
      endProcess(record, 'SIGKILL');
      await waitUntil(gone, { withinMs: 5_000, everyMs: 10 });
    }
  }
  await forgetChild(folder, name);
  return running;
}

const isChildRecord = (value: unknown): value is ChildRecord =>
  isProcessIdentity(value) &&
  'ownsGroup' in value &&
  typeof value.ownsGroup === 'boolean' &&
  'graceMs' in value &&
  typeof value.graceMs === 'number';
