import type { StatementRow } from '@sluice/database';
import type { ResultStore } from '@sluice/results';

/** The beginning of a stored result. */
export interface FirstRows {
  rows: unknown[][];
  /** Whether these are all rows that are stored. */
  complete: boolean;
}

/** A receiver has to hold all of it at once. */
const mostBytes = 1_048_576;

/**
 * The first rows of a finished statement, `most` at most and no more than fit into a mebibyte. Null when it has none
 * or its file is gone.
 */
export async function firstRows(
  results: Pick<ResultStore, 'openPage'>,
  { resultsPath, bytes, rowCount }: StatementRow,
  most: number,
): Promise<FirstRows | null> {
  if (resultsPath === null || bytes === null || rowCount === null) return null;
  const expected = { bytes: Number(bytes), rowCount: Number(rowCount) };
  const limit = Math.min(most, expected.rowCount);
  for (let count = limit; count > 0; count = Math.floor(count / 2)) {
    const page = await results.openPage(resultsPath, expected, { offset: 0, limit: count });
    if (page.bytes > mostBytes) {
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
