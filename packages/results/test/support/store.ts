import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  openFileResultStore,
  type FileSystem,
  type ResultChunk,
  type ResultReading,
  type ResultStore,
  type StoredResult,
} from '@sluice/results';

/** Start of every statement in these tests. */
export const startedOn = new Date('2024-05-06T07:08:09Z');
export const day = '2024-05-06';

export interface TestStore {
  root: string;
  store: ResultStore;
}

/** Opens a store in a temporary folder that is removed with the test. */
export const temporaryStore = async (
  t: { teardown(work: () => Promise<void>): void },
  files?: FileSystem,
): Promise<TestStore> => {
  const parent = await mkdtemp(join(tmpdir(), 'sluice-results-'));
  t.teardown(() => rm(parent, { recursive: true, force: true }));
  const root = join(parent, 'results');
  return { root, store: await openFileResultStore({ directory: root, ...(files && { files }) }) };
};

/** Encodes rows as a driver does. */
export const chunkOf = (rows: readonly unknown[]): ResultChunk => ({
  rowCount: rows.length,
  json: Buffer.from(rows.map((row) => JSON.stringify(row)).join(',\n')),
});

/** Returns a unique row of about `bytes` bytes. */
export const rowAt = (row: number, bytes = 0): unknown[] => [row, `row ${row}`, 'x'.repeat(bytes)];

export const rowsBetween = (from: number, to: number, bytes = 0): unknown[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => rowAt(from + at, bytes));

/** Stores `rowCount` rows in chunks of `perChunk`. */
export const storeRows = async (
  store: ResultStore,
  rowCount: number,
  options: { perChunk?: number; bytes?: number; statementId?: string } = {},
): Promise<StoredResult> => {
  const { perChunk = 100, bytes = 0, statementId = randomUUID() } = options;
  const writer = await store.create(statementId, startedOn);
  for (let row = 0; row < rowCount; row += perChunk) {
    await writer.append(chunkOf(rowsBetween(row, Math.min(rowCount, row + perChunk), bytes)));
  }
  return writer.finish();
};

/** Reads the body of a reading. @throws if its length differs from the announced length. */
export const bodyOf = async (reading: ResultReading): Promise<Buffer> => {
  const body = await buffer(reading.stream);
  if (body.length !== reading.bytes) {
    throw new Error(`${reading.bytes} bytes were announced, ${body.length} were read`);
  }
  return body;
};

export const rowsOf = async (reading: ResultReading): Promise<unknown[]> => {
  const rows: unknown = JSON.parse((await bodyOf(reading)).toString());
  if (!Array.isArray(rows)) throw new Error('The body is not an array');
  return Array.from<unknown>(rows);
};

/** Returns the names of all files below a folder. */
export const filesIn = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
};

export const closed = (stream: Readable): Promise<void> =>
  stream.closed ? Promise.resolve() : new Promise((done) => stream.once('close', done));

/** Returns the number of open files below the folder of a store. */
export const openFilesOf = async (root: string): Promise<number> => {
  const entries = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    entries.map((entry) => readlink(`/proc/self/fd/${entry}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(root)).length;
};

/** Resolves once no file of a store is open. The store closes some files in the background. @throws after 10 s */
export const allFilesClosed = async (root: string): Promise<void> => {
  const limitMs = performance.now() + 10_000;
  for (let open = await openFilesOf(root); open > 0; open = await openFilesOf(root)) {
    if (performance.now() > limitMs) throw new Error(`The store keeps ${open} files open`);
    await nextTurn();
  }
};
