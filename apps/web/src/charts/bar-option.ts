import type { Row } from '../results/grid/row-pages.js';
import { labelAxis, logNotes, referenceLines, tooltipFormatter, valueAxes } from './axes.js';
import type { ChartInput, ChartResult } from './chart-input.js';
import { seriesParts } from './series-parts.js';
import { asPercentages, stackingOf } from './stacking.js';
import { groupBy, labelIn, numberIn, type ChartColumn } from './values.js';

/** Returns a bar chart: one bar per label, beside each other or stacked by colour. */
export function barOption(
  input: ChartInput,
  type: 'verticalbar' | 'bar' | 'stacked-bar-vertical' | 'stacked-bar-horizontal',
): ChartResult {
  const label = input.required('barlabel');
  const { parts, notes } = seriesParts(input, 'color');
  const labels = [...groupBy(input.rows, label).keys()];
  const values = parts.map(({ rows, measure }) => valuesOf(rows, labels, label, measure));
  const stacking = stackingOf(input.chart);
  const drawn = stacking === 'percent' ? asPercentages(values) : values;
  const isHorizontal = type === 'bar' || type === 'stacked-bar-horizontal';
  const axisIndex = isHorizontal ? 'xAxisIndex' : 'yAxisIndex';
  const series = parts.map(({ name, axis }, at) => ({
    type: 'bar' as const,
    name,
    data: drawn[at] ?? [],
    ...(axis > 0 && { [axisIndex]: axis }),
    ...(stacking !== 'none' && { stack: `axis ${String(axis)}` }),
    ...(at === 0 && referenceLines(input, isHorizontal)),
  }));
  const names = labelAxis(labels, label.info.name);
  const numbers = valueAxes(input, isHorizontal);
  const isRepeated = parts.some(({ rows }) => groupBy(rows, label).size < rows.length);
  return {
    option: {
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        valueFormatter: tooltipFormatter(input),
      },
      legend: { show: series.length > 1, type: 'scroll' },
      xAxis: isHorizontal ? numbers : names,
      // The first row is at the top, so the start of the axis is there, too.
      yAxis: isHorizontal ? { ...names, inverse: true, nameLocation: 'start' } : numbers,
      dataZoom: [{ type: 'inside', ...(isHorizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 }) }],
      series,
    },
    notes: [
      ...notes,
      ...logNotes(input),
      ...(isRepeated ? ['Several rows have the same label; the first one is shown.'] : []),
    ],
  };
}

/** Returns the value of each label; null if it has none. */
function valuesOf(
  rows: Row[],
  labels: string[],
  label: ChartColumn,
  measure: ChartColumn,
): (number | null)[] {
  const values = new Map<string, number | null>();
  for (const row of rows) {
    const name = labelIn(row, label);
    if (!values.has(name)) values.set(name, numberIn(row, measure));
  }
  return labels.map((name) => values.get(name) ?? null);
}
