import { labelAxis, tooltipFormatter } from './axes.js';
import type { ChartInput, ChartResult } from './chart-input.js';
import { groupBy, labelIn, numberIn } from './values.js';

/** Returns a pie chart. */
export function pieOption(input: ChartInput): ChartResult {
  const { rows, required } = input;
  const [label, value] = [required('label'), required('value')];
  const parts = rows.map((row) => ({
    name: labelIn(row, label),
    value: numberIn(row, value) ?? 0,
  }));
  const data = parts.filter((part) => part.value > 0);
  return {
    option: {
      tooltip: { trigger: 'item', valueFormatter: tooltipFormatter(input) },
      legend: { show: data.length <= 20, type: 'scroll' },
      series: [
        {
          type: 'pie',
          name: value.info.name,
          radius: '68%',
          top: 30,
          label: { overflow: 'truncate' },
          data,
        },
      ],
    },
    notes: data.length < parts.length ? ['Labels with zero or negative values are not shown.'] : [],
  };
}

/** Returns a heatmap with one category per axis. */
export function heatmapOption(input: ChartInput): ChartResult {
  const { rows, required } = input;
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
      tooltip: { trigger: 'item', valueFormatter: tooltipFormatter(input) },
      legend: { show: false },
      xAxis: labelAxis(xLabels, x.info.name),
      yAxis: labelAxis(yLabels, y.info.name),
      grid: { bottom: 54 },
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
        ? ['Several rows have the same cell; the last one is shown. Choose an aggregation.']
        : [],
  };
}
