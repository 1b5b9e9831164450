import { formatCount } from '../ui/format.js';

/** More colours would be indistinguishable. */
export const MAX_SERIES = 50;

/** Returns a note if there are more series than the limit. */
export const seriesNote = (count: number): string[] =>
  count > MAX_SERIES
    ? [`Only the first ${MAX_SERIES} of ${formatCount(count)} groups are shown.`]
    : [];
