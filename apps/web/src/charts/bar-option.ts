import type { Row } from '../grid/row-pages.js';
import type { ChartInput, DrawnOption } from './chart-input.js';
import { mostSeries, seriesNote } from './limits.js';
import { groupBy, labelIn, numberIn, type ChartColumn } from './values.js';

/** Bars by label; those of one label stand beside each other or are stacked, by colour. */
export function barOption(
  { rows, needed, column }: ChartInput,
  type: 'verticalbar' | 'bar' | 'stacked-bar-vertical' | 'stacked-bar-horizontal',
): DrawnOption {
  const label = needed('barlabel');
  const value = needed('barvalue');
  const groups = [...groupBy(rows, column('color'))];
  const labels = [...groupBy(rows, label).keys()];
  const drawn = groups.slice(0, mostSeries).map(([name, group]) => ({
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
      // The first row is read first.
      yAxis: isHorizontal ? { ...labelAxis, inverse: true } : valueAxis,
      dataZoom: [{ type: 'inside', ...(isHorizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 }) }],
      series,
    },
    notes: [
      ...seriesNote(groups.length),
      ...(isSummed ? ['Several rows have the same label: their values are added up.'] : []),
    ],
  };
}

/** The sum for each label; null where there is nothing to add. */
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
