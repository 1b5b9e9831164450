import { formatCount } from '../ui/format.js';

/** Maximum rows that are sorted, filtered, copied or charted in the browser. */
export const MAX_LOCAL_ROWS = 10_000;

/**
 * Names the rows that sorting, filtering and copying cover: all rows, or the first {@link MAX_LOCAL_ROWS}.
 *
 * @param what the plural noun, such as `rows`
 */
export const coveredRows = (count: number, what = 'rows'): string =>
  count > MAX_LOCAL_ROWS
    ? `the first ${formatCount(MAX_LOCAL_ROWS)} of ${formatCount(count)} ${what}`
    : `${formatCount(count)} ${count === 1 ? what.replace(/s$/, '') : what}`;
