import type { Row } from '../results/grid/row-pages.js';
import type { ChartInput, ChartResult } from './chart-input.js';
import { MAX_SERIES, seriesNote } from './series-limit.js';
import { trendOf } from './trend.js';
import { axisOf, groupBy, labelIn, numberIn, axisValueIn, type ChartColumn } from './values.js';

type Point = [number | string, number | null];

/** Returns a line or area chart, with one line for each value of `split`. */
export function lineOption(input: ChartInput, type: 'line' | 'area'): ChartResult {
  const [x, y] = [input.required('x'), input.required('y')];
  const groups = [...groupBy(input.rows, input.column('split'))];
  const axis = axisFor(input.rows, x);
  const lines = groups.slice(0, MAX_SERIES).map(([name, group]) => ({
    name: name === '' ? y.info.name : name,
    points: pointsOf(group, x, y),
  }));
  const series = lines.map(({ name, points }) => ({
    type: 'line' as const,
    name,
    data: points,
    showSymbol: points.length <= 60,
    ...(points.length > 2_000 && { sampling: 'lttb' as const }),
    ...(type === 'area' && { areaStyle: { opacity: 0.35 } }),
  }));
  const trends = input.isOn('trendline')
    ? lines.flatMap(({ name, points }) => {
        const data = trendOf(points, 'data' in axis ? axis.data : null);
        const lineStyle = { type: 'dashed' as const, width: 2 };
        return data === null
          ? []
          : [{ type: 'line' as const, name: `${name}, trend`, data, lineStyle, showSymbol: false }];
      })
    : [];
  const [min, max] = [input.number('yMin'), input.number('yMax')];
  return {
    option: {
      tooltip: { trigger: 'axis' },
      legend: { show: lines.length + trends.length > 1, type: 'scroll' },
      xAxis: axis,
      yAxis: {
        type: 'value',
        name: y.info.name,
        ...(min !== null && { min }),
        ...(max !== null && { max }),
      },
      dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      series: [...series, ...trends],
    },
    notes: seriesNote(groups.length),
  };
}

const [MIN_BUBBLE_PIXELS, MAX_BUBBLE_PIXELS] = [6, 44];

/** Returns a bubble chart. The area of a bubble is proportional to `size`. */
export function bubbleOption(input: ChartInput): ChartResult {
  const [x, y, size] = [input.required('x'), input.required('y'), input.column('size')];
  const groups = [...groupBy(input.rows, input.column('color'))];
  const sizes = size === null ? [] : input.rows.map((row) => numberIn(row, size) ?? 0);
  const maxSize = sizes.reduce((max, each) => Math.max(max, each), 0);
  const pixelsOf = (row: Row): number => {
    if (size === null || maxSize <= 0) return 8;
    const share = Math.max(0, numberIn(row, size) ?? 0) / maxSize;
    return MIN_BUBBLE_PIXELS + (MAX_BUBBLE_PIXELS - MIN_BUBBLE_PIXELS) * Math.sqrt(share);
  };
  return {
    option: {
      tooltip: { trigger: 'item' },
      legend: { show: groups.length > 1, type: 'scroll' },
      xAxis: axisFor(input.rows, x),
      yAxis: { type: 'value', name: y.info.name, scale: true },
      dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      series: groups.slice(0, MAX_SERIES).map(([name, group]) => ({
        type: 'scatter' as const,
        name: name === '' ? y.info.name : name,
        itemStyle: { opacity: 0.7 },
        data: group.flatMap((row) => {
          const place = axisValueIn(row, x);
          const height = numberIn(row, y);
          if (place === null || height === null) return [];
          return [{ value: [place, height], symbolSize: pixelsOf(row) }];
        }),
      })),
    },
    notes: seriesNote(groups.length),
  };
}

/** Returns the points sorted by x; category labels keep the order of the rows. */
function pointsOf(rows: Row[], x: ChartColumn, y: ChartColumn): Point[] {
  const points = rows.flatMap((row): Point[] => {
    const place = axisValueIn(row, x);
    return place === null ? [] : [[place, numberIn(row, y)]];
  });
  return axisOf(x) === 'category' ? points : points.sort((a, b) => Number(a[0]) - Number(b[0]));
}

function axisFor(rows: Row[], column: ChartColumn) {
  const { name } = column.info;
  const type = axisOf(column);
  // Numeric axes need not start at zero; time axes have no such option.
  if (type === 'value') return { type, name, scale: true };
  if (type === 'time') return { type, name };
  return { type, name, data: [...new Set(rows.map((row) => labelIn(row, column)))] };
}
