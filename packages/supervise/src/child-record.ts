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

/** The data by which the next launcher finds a child if this launcher is killed. */
export interface ChildRecord extends ProcessIdentity {
  /** Whether the processes that the child started end with it. */
  ownsGroup: boolean;
  /** Milliseconds that the child may take to end before it is killed. */
  graceMs: number;
}

/** Records a started child in `<folder>/<name>.json`. */
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

/** Removes the record of a child that has ended. */
export const forgetChild = (folder: string, name: string): Promise<void> =>
  rm(join(folder, `${name}.json`), { force: true });

/** A child that still runs although its launcher was killed. */
export interface Leftover {
  name: string;
  /**
   * Ends the child, so that it occupies no port. A child ends by itself when it loses its launcher; this
   * waits for its grace and then kills it.
   */
  end(): Promise<void>;
}

/**
 * Returns the children that a killed launcher left running. Removes records of processes that have ended.
 */
export async function findLeftovers(folder: string): Promise<Leftover[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
  const found = await Promise.all(names.map((name) => findLeftover(folder, name)));
  return found.filter((leftover) => leftover !== undefined);
}

async function findLeftover(folder: string, name: string): Promise<Leftover | undefined> {
  const record = await readJsonFile(join(folder, `${name}.json`)).catch(() => undefined);
  if (!isChildRecord(record) || !(await isStillRunning(record))) {
    await forgetChild(folder, name);
    return undefined;
  }
  return {
    name,
    end: async () => {
      await endRecorded(record);
      await forgetChild(folder, name);
    },
  };
}

async function endRecorded(record: ChildRecord): Promise<void> {
  endProcess(record, 'SIGTERM');
  const gone = async () => !(await isStillRunning(record));
  if (await waitUntil(gone, { withinMs: record.graceMs, everyMs: 20 })) return;
  endProcess(record, 'SIGKILL');
  await waitUntil(gone, { withinMs: 5_000, everyMs: 10 });
}

const isChildRecord = (value: unknown): value is ChildRecord =>
  isProcessIdentity(value) &&
  'ownsGroup' in value &&
  typeof value.ownsGroup === 'boolean' &&
  'graceMs' in value &&
  typeof value.graceMs === 'number';
