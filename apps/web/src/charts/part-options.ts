import type { ChartInput, ChartResult } from './chart-input.js';
import { MAX_SERIES } from './series-limit.js';
import { groupBy, labelIn, numberIn } from './values.js';

/** Returns a pie chart. Beyond the series limit the smallest slices are combined. */
export function pieOption({ rows, required }: ChartInput): ChartResult {
  const label = required('label');
  const value = required('value');
  const sums = [...groupBy(rows, label)].map(([name, group]) => ({
    name,
    value: group.reduce((sum, row) => sum + (numberIn(row, value) ?? 0), 0),
  }));
  const drawable = sums.filter((part) => part.value > 0).sort((a, b) => b.value - a.value);
  const rest = drawable.slice(MAX_SERIES - 1);
  const restSum = rest.reduce((sum, part) => sum + part.value, 0);
  const data =
    rest.length > 1
      ? [...drawable.slice(0, MAX_SERIES - 1), { name: `${rest.length} others`, value: restSum }]
      : drawable;
  return {
    option: {
      tooltip: { trigger: 'item' },
      legend: { show: data.length <= 20, type: 'scroll' },
      series: [{ type: 'pie', name: value.info.name, radius: '68%', top: 30, data }],
    },
    notes: [
      ...(sums.length < rows.length ? ['Rows with the same label are summed.'] : []),
      ...(drawable.length < sums.length
        ? ['Labels with zero or negative values are not shown.']
        : []),
    ],
  };
}

/** Returns a heatmap with one category per axis. */
export function heatmapOption({ rows, required }: ChartInput): ChartResult {
  const [x, y, value] = [required('x'), required('y'), required('value')];
  const xLabels = [...groupBy(rows, x).keys()];
  const yLabels = [...groupBy(rows, y).keys()];
  const xIndexes = new Map(xLabels.map((label, index) => [label, index]));
  const yIndexes = new Map(yLabels.map((label, index) => [label, index]));
  const data = rows.flatMap((row) => {
    const number = numberIn(row, value);
    if (number === null) return [];
    return [[xIndexes.get(labelIn(row, x)) ?? 0, yIndexes.get(labelIn(row, y)) ?? 0, number]];
  });
  const numbers = data.map(([, , number]) => number ?? 0);
  const cells = new Set(data.map(([across, up]) => `${across} ${up}`));
  return {
    option: {
      tooltip: { trigger: 'item' },
      legend: { show: false },
      xAxis: { type: 'category', data: xLabels, name: x.info.name },
      yAxis: { type: 'category', data: yLabels, name: y.info.name },
      grid: { bottom: 70 },
      visualMap: {
        min: numbers.reduce((min, number) => Math.min(min, number), Infinity),
        max: numbers.reduce((max, number) => Math.max(max, number), -Infinity),
        calculable: true,
        orient: 'horizontal',
        left: 'center',
        bottom: 0,
      },
      series: [{ type: 'heatmap', name: value.info.name, data }],
    },
    notes:
      cells.size < data.length
        ? ['Several rows have the same cell; the last one is shown. Use GROUP BY in the query.']
        : [],
  };
}
