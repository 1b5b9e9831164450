import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openFileResultStore, type ResultStore, type StoredResult } from '@sluice/results';
import { percentile, type Figure } from './table.js';

const rowCount = 600_000;
const rowsPerChunk = 1_000;
const pages = 400;
const rounds = 7;
const recordBytes = 16;

/**
 * Measures a page of 100 rows at a random place of a 64 MiB result, with block checksums and without, in
 * turns. The second result is the first one with the checksums removed from its index.
 */
export async function measurePaging(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-paging-'));
  try {
    const store = await openFileResultStore({ directory });
    const checked = await writeRows(store);
    const unchecked = await writeRows(store);
    await dropChecksums(join(directory, unchecked.resultsPath.replace(/json$/, 'idx')));
    const times = { checked: [] as number[], unchecked: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.checked.push(await pageMs(store, checked));
      times.unchecked.push(await pageMs(store, unchecked));
    }
    const withSums = percentile(times.checked, 0.5);
    const without = percentile(times.unchecked, 0.5);
    return [
      { what: 'page of 100 rows, checked', value: `${withSums.toFixed(3)} ms` },
      { what: 'page of 100 rows, not checked', value: `${without.toFixed(3)} ms` },
      { what: 'ratio', value: (withSums / without).toFixed(2), goal: '≤ 1.3' },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeRows(store: ResultStore): Promise<StoredResult> {
  const writer = await store.create(randomUUID(), new Date());
  for (let first = 0; first < rowCount; first += rowsPerChunk) {
    const rows = Array.from({ length: rowsPerChunk }, (_, at) =>
      JSON.stringify([first + at, `customer ${first + at}`, 'x'.repeat(80)]),
    );
    await writer.append({ rowCount: rowsPerChunk, json: Buffer.from(rows.join(',\n')) });
  }
  return writer.finish();
}

/** Returns an index in the format before checksums: every second record is removed. */
async function dropChecksums(path: string): Promise<void> {
  const index = await readFile(path);
  const records = Array.from({ length: index.length / recordBytes }, (_, at) =>
    index.subarray(at * recordBytes, (at + 1) * recordBytes),
  );
  await writeFile(path, Buffer.concat(records.filter((_, at) => at < 2 || at % 2 === 1)));
}

async function pageMs(store: ResultStore, result: StoredResult): Promise<number> {
  const startedAtMs = performance.now();
  for (let page = 0; page < pages; page++) {
    const offset = (page * 7_919 * 101) % (rowCount - 100);
    const { stream } = await store.openPage(result.resultsPath, result, { offset, limit: 100 });
    await buffer(stream);
  }
  return (performance.now() - startedAtMs) / pages;
}
