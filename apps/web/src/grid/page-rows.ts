import type { Statement } from '@sluice/contracts';

const mostPageRows = 200;
const fewestPageRows = 10;
/** A page is here as a whole before its first row is shown. */
const pageBytes = 512 * 1024;
/** Of a value of a result whose size is not known yet. */
const usualBytes = 10;

/** Rows to read at a time: fewer where a row is long. */
export function pageRowsOf({ bytes, rowCount, columns }: Statement): number {
  const isKnown = bytes !== null && rowCount !== null && rowCount > 0;
  const rowBytes = isKnown ? bytes / rowCount : (columns?.length ?? 1) * usualBytes;
  const fitting = Math.floor(pageBytes / Math.max(1, rowBytes));
  return Math.min(mostPageRows, Math.max(fewestPageRows, fitting));
}
