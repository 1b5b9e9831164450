import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ColumnInfo } from '@sluice/contracts';
import type { ExpectedResult, ResultStore } from '@sluice/results';
import type { StoredFile } from './engine/rows-file.js';
import { overLimit } from './errors.js';
import { ViewProcess } from './view-process.js';

/** A finished result. */
export interface ViewedResult {
  resultsPath: string;
  expected: ExpectedResult;
  columns: readonly ColumnInfo[];
}

/** One result, or the two of a comparison. */
export type Sources =
  | readonly [ViewedResult]
  | readonly [before: ViewedResult, after: ViewedResult];

/** Dependencies of {@link openProcess}. */
export interface OpenProcessOptions {
  store: Pick<ResultStore, 'localPath' | 'openWhole'>;
  /** Creates an empty directory. The process removes it. */
  createDirectory(): Promise<string>;
  limits: { memoryMb: number; diskMb: number };
}

const MIB = 1024 * 1024;

/** Whether a result has no rows in a file. */
export const isEmpty = ({ expected, columns }: ViewedResult): boolean =>
  expected.rowCount === 0 || columns.length === 0;

/** Starts the process of one or two results. @throws AppError `view_limit`, ResultsError */
export async function openProcess(
  { store, createDirectory, limits: { memoryMb, diskMb } }: OpenProcessOptions,
  sources: Sources,
): Promise<ViewProcess> {
  const directory = await createDirectory();
  try {
    const [first, second] = sources;
    const files: (StoredFile | null)[] = [];
    let copiedMb = 0;
    for (const source of sources) {
      const copy = join(directory, `result${String(files.length)}.json`);
      const file = isEmpty(source) ? null : await localFile(store, source, { copy, diskMb });
      files.push(file?.stored ?? null);
      copiedMb += file?.copiedMb ?? 0;
    }
    const [stored = null, after = null] = files;
    const { columns } = second ?? first;
    const common = {
      columns: columns.map(({ datatype, dbType }) => ({ datatype, dbType })),
      limits: { directory, memoryMb, diskMb: Math.max(1, diskMb - copiedMb) },
    };
    if (second === undefined) {
      return new ViewProcess({ type: 'open', stored, ...common }, first.resultsPath);
    }
    const name = `${first.resultsPath} or ${second.resultsPath}`;
    return new ViewProcess({ type: 'openPair', before: stored, after, ...common }, name);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the file of a result. `copy` is the path of its copy, where the store has no local file. */
async function localFile(
  store: OpenProcessOptions['store'],
  { resultsPath, expected }: ViewedResult,
  { copy, diskMb }: { copy: string; diskMb: number },
): Promise<{ stored: StoredFile; copiedMb: number }> {
  const local = await store.localPath(resultsPath, expected);
  const { bytes, rowCount, crc32 = null } = expected;
  if (local !== null) return { stored: { path: local, bytes, rowCount, crc32 }, copiedMb: 0 };
  // Rows are read at any position, which an object storage does not offer.
  if (bytes > diskMb * MIB) {
    throw overLimit('The disk limit of the view is smaller than the result');
  }
  const { stream } = await store.openWhole(resultsPath, expected);
  await pipeline(stream, createWriteStream(copy, { mode: 0o600 }));
  return { stored: { path: copy, bytes, rowCount, crc32 }, copiedMb: Math.ceil(bytes / MIB) };
}
