import type { ChartInput, DrawnOption } from './chart-input.js';
import { mostSeries } from './limits.js';
import { groupBy, labelIn, numberIn } from './values.js';

/** The share of each label; small ones become one part when there are many. */
export function pieOption({ rows, needed }: ChartInput): DrawnOption {
  const label = needed('label');
  const value = needed('value');
  const sums = [...groupBy(rows, label)].map(([name, group]) => ({
    name,
    value: group.reduce((sum, row) => sum + (numberIn(row, value) ?? 0), 0),
  }));
  const drawable = sums.filter((part) => part.value > 0).sort((a, b) => b.value - a.value);
  const rest = drawable.slice(mostSeries - 1);
  const restSum = rest.reduce((sum, part) => sum + part.value, 0);
  const data =
    rest.length > 1
      ? [...drawable.slice(0, mostSeries - 1), { name: `${rest.length} others`, value: restSum }]
      : drawable;
  return {
    option: {
      tooltip: { trigger: 'item' },
      legend: { show: data.length <= 20, type: 'scroll' },
      series: [{ type: 'pie', name: value.info.name, radius: '68%', top: 30, data }],
    },
    notes: [
      ...(sums.length < rows.length
        ? ['Several rows have the same label: their values are added up.']
        : []),
      ...(drawable.length < sums.length ? ['Parts of nothing, and less, are left out.'] : []),
    ],
  };
}

/** A field of colours: one label to the right, one upwards. */
export function heatmapOption({ rows, needed }: ChartInput): DrawnOption {
  const [x, y, value] = [needed('x'), needed('y'), needed('value')];
  const xLabels = [...groupBy(rows, x).keys()];
  const yLabels = [...groupBy(rows, y).keys()];
  const xPlaces = new Map(xLabels.map((label, place) => [label, place]));
  const yPlaces = new Map(yLabels.map((label, place) => [label, place]));
  const data = rows.flatMap((row) => {
    const number = numberIn(row, value);
    if (number === null) return [];
    return [[xPlaces.get(labelIn(row, x)) ?? 0, yPlaces.get(labelIn(row, y)) ?? 0, number]];
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
        min: numbers.reduce((least, number) => Math.min(least, number), Infinity),
        max: numbers.reduce((most, number) => Math.max(most, number), -Infinity),
        calculable: true,
        orient: 'horizontal',
        left: 'center',
        bottom: 0,
      },
      series: [{ type: 'heatmap', name: value.info.name, data }],
    },
    notes:
      cells.size < data.length
        ? ['Several rows have the same place: the last one is seen. Let the query group them.']
        : [],
  };
}
