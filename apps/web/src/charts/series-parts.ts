import type { Row } from '../results/grid/row-pages.js';
import { hasSecondAxis } from './axes.js';
import type { ChartInput } from './chart-input.js';
import type { ChartField } from './chart-types.js';
import { MAX_SERIES, seriesNote } from './series-limit.js';
import { groupBy, type ChartColumn } from './values.js';

/** One series of a chart: the rows of one value of the split, and one measure. */
export interface SeriesPart {
  name: string;
  rows: Row[];
  measure: ChartColumn;
  /** 0 for the first value axis, 1 for the second. */
  axis: number;
}

/** Returns the series of a chart, at most {@link MAX_SERIES}. */
export function seriesParts(
  input: ChartInput,
  split: ChartField,
): { parts: SeriesPart[]; notes: string[] } {
  const groups = [...groupBy(input.rows, input.column(split))];
  const isSplit = input.column(split) !== null;
  const several = input.measures.length > 1;
  const second = hasSecondAxis(input) ? 1 : 0;
  const parts = groups.flatMap(([group, rows]) =>
    input.measures.map((measure, at): SeriesPart => {
      const { name } = measure.info;
      const joined = several ? `${group}, ${name}` : group;
      return { name: isSplit ? joined : name, rows, measure, axis: at === 0 ? 0 : second };
    }),
  );
  return { parts: parts.slice(0, MAX_SERIES), notes: seriesNote(parts.length) };
}
