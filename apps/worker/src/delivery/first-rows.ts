import type { StatementRow } from '@sluice/database';
import type { ResultStore } from '@sluice/results';

/** The first rows of a stored result. */
export interface FirstRows {
  rows: unknown[][];
  /** Whether these are all stored rows. */
  complete: boolean;
}

/** A receiver holds all of it in memory. */
const MAX_BYTES = 1_048_576;

/**
 * Returns at max `max` first rows of a finished statement, and no more than fit into 1 MiB. Returns null
 * when the statement has no result or its file is missing.
 */
export async function firstRows(
  results: Pick<ResultStore, 'openPage'>,
  { resultsPath, bytes, rowCount }: StatementRow,
  max: number,
): Promise<FirstRows | null> {
  if (resultsPath === null || bytes === null || rowCount === null) return null;
  const expected = { bytes: Number(bytes), rowCount: Number(rowCount) };
  const limit = Math.min(max, expected.rowCount);
  for (let count = limit; count > 0; count = Math.floor(count / 2)) {
    const page = await results.openPage(resultsPath, expected, { offset: 0, limit: count });
    if (page.bytes > MAX_BYTES) {
      page.stream.destroy();
      continue;
    }
    const parts: Buffer[] = [];
    for await (const part of page.stream) parts.push(Buffer.from(part as Uint8Array));
    const rows = JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown[][];
    return { rows, complete: rows.length === expected.rowCount };
  }
  return { rows: [], complete: expected.rowCount === 0 };
}
