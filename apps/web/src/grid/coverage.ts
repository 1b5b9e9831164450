import { countOf } from '../workbench/format.js';

/** Most rows that are sorted, filtered or copied in the page. */
export const mostRowsInPage = 10_000;

/**
 * Names the rows that sorting, filtering and copying cover: all of them, or those that the page holds at most.
 *
 * @param what what there are `count` of, such as `rows`
 */
export const coveredRows = (count: number, what = 'rows'): string =>
  count > mostRowsInPage
    ? `the first ${countOf(mostRowsInPage)} of ${countOf(count)} ${what}`
    : `${countOf(count)} ${count === 1 ? what.replace(/s$/, '') : what}`;
