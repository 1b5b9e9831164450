import type { Statement } from '@sluice/contracts';

const MAX_PAGE_ROWS = 200;
const MIN_PAGE_ROWS = 10;
/** A page is read completely before its first row is shown, so long rows need small pages. */
const TARGET_PAGE_BYTES = 512 * 1024;
/** Assumed bytes per value while the size of the result is unknown. */
const TYPICAL_VALUE_BYTES = 10;

/** The size of a result, as it is stored. */
export type ResultSize = Pick<Statement, 'bytes' | 'rowCount' | 'columns'>;

/** Returns the rows per page; fewer for long rows. */
export const pageRowsOf = (size: ResultSize): number =>
  Math.min(MAX_PAGE_ROWS, Math.max(MIN_PAGE_ROWS, rowsWithin(TARGET_PAGE_BYTES, size)));

/** Returns how many rows of a result have about that many bytes; at least one. */
export function rowsWithin(limit: number, { bytes, rowCount, columns }: ResultSize): number {
  const isKnown = bytes !== null && rowCount !== null && rowCount > 0;
  const rowBytes = isKnown ? bytes / rowCount : (columns?.length ?? 1) * TYPICAL_VALUE_BYTES;
  return Math.max(1, Math.floor(limit / Math.max(1, rowBytes)));
}
