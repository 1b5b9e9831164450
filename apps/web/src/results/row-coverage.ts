import { formatCount } from '../ui/format.js';

/** Maximum rows that are sorted, filtered or charted in the browser. */
export const MAX_LOCAL_ROWS = 10_000;
/** Maximum rows of a copy: a text of about 10 MB. A download has all rows. */
export const MAX_COPIED_ROWS = 100_000;

/**
 * Names the rows that sorting, filtering or copying covers: all rows, or the first ones.
 *
 * @param what the plural noun, such as `rows`
 * @param limit the rows that are covered of more rows
 */
export const coveredRows = (count: number, what = 'rows', limit = MAX_LOCAL_ROWS): string =>
  count > limit
    ? `the first ${formatCount(limit)} of ${formatCount(count)} ${what}`
    : `${formatCount(count)} ${count === 1 ? what.replace(/s$/, '') : what}`;
