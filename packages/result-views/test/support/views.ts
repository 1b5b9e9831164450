import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnInfo, Datatype, View, ViewRequest } from '@sluice/contracts';
import {
  createResultViews,
  type ResultViews,
  type ViewedResult,
  type ViewLimits,
} from '@sluice/result-views';
import { openFileResultStore, type ResultChunk, type ResultStore } from '@sluice/results';

const startedOn = new Date('2024-05-06T07:08:09Z');

/** Limits that no test of answers reaches. */
export const testLimits: ViewLimits = {
  memoryMb: 512,
  diskMb: 1_024,
  processes: 2,
  idleMs: 60_000,
  timeoutMs: 60_000,
};

/** A store and its views in a temporary folder. */
export interface TestViews {
  folder: string;
  store: ResultStore;
  views: ResultViews;
  /** Errors of the background checks. */
  errors: unknown[];
}

type Teardown = { teardown(work: () => Promise<void>): void };

/** Opens views that are closed and removed with the test, by default of a new store of files. */
export async function openTestViews(
  t: Teardown,
  limits: Partial<ViewLimits> = {},
  given?: ResultStore,
): Promise<TestViews> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-views-'));
  const store = given ?? (await openFileResultStore({ directory: join(folder, 'results') }));
  const errors: unknown[] = [];
  const views = createResultViews({
    store,
    directory: join(folder, 'views'),
    limits: { ...testLimits, ...limits },
    onError: (error) => errors.push(error),
  });
  t.teardown(async () => {
    await views.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, store, views, errors };
}

/** A column without statistics. */
export const column = (datatype: Datatype, dbType: string = datatype): ColumnInfo => ({
  name: datatype,
  datatype,
  dbType,
  min: null,
  max: null,
  maxValueLength: 0,
  maxLineLength: 0,
});

/** Stores rows of JSON texts. */
export async function storeTexts(
  store: ResultStore,
  columns: ColumnInfo[],
  rows: readonly (readonly string[])[],
): Promise<ViewedResult> {
  const json = rows.map((cells) => `[${cells.join(',')}]`).join(',\n');
  return storeChunks(store, columns, [{ rowCount: rows.length, json: Buffer.from(json) }]);
}

/** Stores chunks of rows. */
export async function storeChunks(
  store: ResultStore,
  columns: readonly ColumnInfo[],
  chunks: Iterable<ResultChunk> | AsyncIterable<ResultChunk>,
): Promise<ViewedResult> {
  const writer = await store.create(randomUUID(), startedOn);
  for await (const chunk of chunks) if (chunk.rowCount > 0) await writer.append(chunk);
  const { resultsPath, bytes, rowCount, crc32 } = await writer.finish();
  return { resultsPath, expected: { bytes, rowCount, crc32 }, columns };
}

/** Returns the text of an answer. */
export async function viewText(
  views: ResultViews,
  result: ViewedResult,
  request: ViewRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  return Buffer.from(await views.view(result, request, signal)).toString('utf8');
}

/** Returns a parsed answer. */
export const viewOf = async (
  views: ResultViews,
  result: ViewedResult,
  request: ViewRequest,
): Promise<View> => JSON.parse(await viewText(views, result, request)) as View;
