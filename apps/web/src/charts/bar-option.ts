import type { Row } from '../results/grid/row-pages.js';
import type { ChartInput, ChartResult } from './chart-input.js';
import { MAX_SERIES, seriesNote } from './series-limit.js';
import { groupBy, labelIn, numberIn, type ChartColumn } from './values.js';

/** Returns a bar chart: one bar per label, grouped or stacked by colour. */
export function barOption(
  { rows, required, column }: ChartInput,
  type: 'verticalbar' | 'bar' | 'stacked-bar-vertical' | 'stacked-bar-horizontal',
): ChartResult {
  const label = required('barlabel');
  const value = required('barvalue');
  const groups = [...groupBy(rows, column('color'))];
  const labels = [...groupBy(rows, label).keys()];
  const drawn = groups.slice(0, MAX_SERIES).map(([name, group]) => ({
    name: name === '' ? value.info.name : name,
    group,
    sums: sumsOf(group, label, value),
  }));
  const isSummed = drawn.some(({ group, sums }) => sums.size < group.length);
  const series = drawn.map(({ name, sums }) => ({
    type: 'bar' as const,
    name,
    data: labels.map((key) => sums.get(key) ?? null),
    ...(type.startsWith('stacked') && { stack: 'all' }),
  }));
  const isHorizontal = type === 'bar' || type === 'stacked-bar-horizontal';
  const labelAxis = { type: 'category' as const, data: labels, name: label.info.name };
  const valueAxis = { type: 'value' as const, name: value.info.name };
  return {
    option: {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { show: groups.length > 1, type: 'scroll' },
      xAxis: isHorizontal ? valueAxis : labelAxis,
      // The first row is at the top.
      yAxis: isHorizontal ? { ...labelAxis, inverse: true } : valueAxis,
      dataZoom: [{ type: 'inside', ...(isHorizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 }) }],
      series,
    },
    notes: [
      ...seriesNote(groups.length),
      ...(isSummed ? ['Rows with the same label are summed.'] : []),
    ],
  };
}

/** Returns the sum for each label; null if all values are null. */
function sumsOf(rows: Row[], label: ChartColumn, value: ChartColumn): Map<string, number | null> {
  const sums = new Map<string, number | null>();
  for (const row of rows) {
    const key = labelIn(row, label);
    const number = numberIn(row, value);
    const before = sums.get(key) ?? null;
    sums.set(key, before === null ? number : before + (number ?? 0));
  }
  return sums;
}
