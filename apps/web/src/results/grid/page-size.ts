import type { Statement } from '@sluice/contracts';

const MAX_PAGE_ROWS = 200;
const MIN_PAGE_ROWS = 10;
/** A page is read completely before its first row is shown, so long rows need small pages. */
const TARGET_PAGE_BYTES = 512 * 1024;
/** Assumed bytes per value while the size of the result is unknown. */
const TYPICAL_VALUE_BYTES = 10;

/** Returns the rows per page; fewer for long rows. */
export function pageRowsOf({
  bytes,
  rowCount,
  columns,
}: Pick<Statement, 'bytes' | 'rowCount' | 'columns'>): number {
  const isKnown = bytes !== null && rowCount !== null && rowCount > 0;
  const rowBytes = isKnown ? bytes / rowCount : (columns?.length ?? 1) * TYPICAL_VALUE_BYTES;
  const fitting = Math.floor(TARGET_PAGE_BYTES / Math.max(1, rowBytes));
  return Math.min(MAX_PAGE_ROWS, Math.max(MIN_PAGE_ROWS, fitting));
}
