import type { Row } from '../grid/row-pages.js';
import type { ChartInput, DrawnOption } from './chart-input.js';
import { mostSeries, seriesNote } from './limits.js';
import { trendOf } from './trend.js';
import { axisOf, groupBy, labelIn, numberIn, placeIn, type ChartColumn } from './values.js';

type Point = [number | string, number | null];

/** Lines or areas, one for each value of `split`. */
export function lineOption(input: ChartInput, type: 'line' | 'area'): DrawnOption {
  const [x, y] = [input.needed('x'), input.needed('y')];
  const groups = [...groupBy(input.rows, input.column('split'))];
  const axis = axisFor(input.rows, x);
  const lines = groups.slice(0, mostSeries).map(([name, group]) => ({
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

const [smallest, largest] = [6, 44];

/** Points, by colour; their area grows with `size`. */
export function bubbleOption(input: ChartInput): DrawnOption {
  const [x, y, size] = [input.needed('x'), input.needed('y'), input.column('size')];
  const groups = [...groupBy(input.rows, input.column('color'))];
  const sizes = size === null ? [] : input.rows.map((row) => numberIn(row, size) ?? 0);
  const most = sizes.reduce((before, each) => Math.max(before, each), 0);
  const pixelsOf = (row: Row): number => {
    if (size === null || most <= 0) return 8;
    const share = Math.max(0, numberIn(row, size) ?? 0) / most;
    return smallest + (largest - smallest) * Math.sqrt(share);
  };
  return {
    option: {
      tooltip: { trigger: 'item' },
      legend: { show: groups.length > 1, type: 'scroll' },
      xAxis: axisFor(input.rows, x),
      yAxis: { type: 'value', name: y.info.name, scale: true },
      dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      series: groups.slice(0, mostSeries).map(([name, group]) => ({
        type: 'scatter' as const,
        name: name === '' ? y.info.name : name,
        itemStyle: { opacity: 0.7 },
        data: group.flatMap((row) => {
          const place = placeIn(row, x);
          const height = numberIn(row, y);
          if (place === null || height === null) return [];
          return [{ value: [place, height], symbolSize: pixelsOf(row) }];
        }),
      })),
    },
    notes: seriesNote(groups.length),
  };
}

/** Points from left to right; labels stay in the order of the rows. */
function pointsOf(rows: Row[], x: ChartColumn, y: ChartColumn): Point[] {
  const points = rows.flatMap((row): Point[] => {
    const place = placeIn(row, x);
    return place === null ? [] : [[place, numberIn(row, y)]];
  });
  return axisOf(x) === 'category' ? points : points.sort((a, b) => Number(a[0]) - Number(b[0]));
}

function axisFor(rows: Row[], column: ChartColumn) {
  const { name } = column.info;
  const type = axisOf(column);
  // Numbers need not begin at nothing; an axis of times has no such choice.
  if (type === 'value') return { type, name, scale: true };
  if (type === 'time') return { type, name };
  return { type, name, data: [...new Set(rows.map((row) => labelIn(row, column)))] };
}
