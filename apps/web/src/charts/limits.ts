import { countOf } from '../workbench/format.js';

/** More colours than this nobody can tell apart. */
export const mostSeries = 50;

/** Says so where there are more. */
export const seriesNote = (count: number): string[] =>
  count > mostSeries ? [`Only the first ${mostSeries} of ${countOf(count)} groups are drawn.`] : [];
