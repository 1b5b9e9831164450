import type { Row } from '../results/grid/row-pages.js';
import { logNotes, placeAxis, referenceLines, tooltipFormatter, valueAxes } from './axes.js';
import type { ChartInput, ChartResult } from './chart-input.js';
import { MAX_SERIES, seriesNote } from './series-limit.js';
import { seriesParts } from './series-parts.js';
import { asPercentages, stackingOf, type Stacking } from './stacking.js';
import { trendOf } from './trend.js';
import { axisOf, groupBy, numberIn, axisValueIn, type ChartColumn } from './values.js';

type Point = [number | string, number | null];

/** Returns a line or area chart, with one line for each measure and value of `split`. */
export function lineOption(input: ChartInput, type: 'line' | 'area'): ChartResult {
  const x = input.required('x');
  const { parts, notes } = seriesParts(input, 'split');
  const axis = placeAxis(input, x);
  const chosen = stackingOf(input.chart);
  // One series alone is a stack only of 100 %.
  const isStack = type === 'area' && (parts.length > 1 || chosen === 'percent');
  const stacking = isStack ? chosen : 'none';
  const points = stacked(
    parts.map(({ rows, measure }) => pointsOf(rows, x, measure)),
    stacking,
  );
  const series = parts.map(({ name, axis: place }, at) => ({
    type: 'line' as const,
    name,
    data: points[at] ?? [],
    showSymbol: (points[at] ?? []).length <= 60,
    ...((points[at] ?? []).length > 2_000 && { sampling: 'lttb' as const }),
    ...(type === 'area' && { areaStyle: { opacity: 0.35 } }),
    ...(place > 0 && { yAxisIndex: place }),
    ...(stacking !== 'none' && { stack: `axis ${String(place)}` }),
    ...(at === 0 && referenceLines(input)),
  }));
  const trends = input.isOn('trendline')
    ? parts.flatMap(({ name, axis: place }, at) => {
        const data = trendOf(points[at] ?? [], 'data' in axis ? axis.data : null);
        const lineStyle = { type: 'dashed' as const, width: 2 };
        const yAxisIndex = place;
        const trend = { name: `${name}, trend`, data, lineStyle, showSymbol: false, yAxisIndex };
        return data === null ? [] : [{ type: 'line' as const, ...trend, data }];
      })
    : [];
  return {
    option: {
      tooltip: { trigger: 'axis', valueFormatter: tooltipFormatter(input) },
      legend: { show: parts.length + trends.length > 1, type: 'scroll' },
      xAxis: axis,
      yAxis: valueAxes(input),
      dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      series: [...series, ...trends],
    },
    notes: [...notes, ...logNotes(input)],
  };
}

/** Returns series with the same places, which a stack needs; a missing value is 0. */
function stacked(series: Point[][], stacking: Stacking): Point[][] {
  if (stacking === 'none') return series;
  const places = [...new Set(series.flatMap((points) => points.map(([place]) => place)))];
  if (places.every((place) => typeof place === 'number')) places.sort((a, b) => a - b);
  const values = series.map((points) => {
    const known = new Map<number | string, number>();
    for (const [place, value] of points) known.set(place, (known.get(place) ?? 0) + (value ?? 0));
    return places.map((place) => known.get(place) ?? 0);
  });
  const drawn = stacking === 'percent' ? asPercentages(values) : values;
  return drawn.map((each) => each.map((value, at): Point => [places[at] ?? 0, value]));
}

const [MIN_BUBBLE_PIXELS, MAX_BUBBLE_PIXELS] = [6, 44];
/** Beyond these points a series is drawn as one shape, without sizes. */
const MANY_POINTS = 10_000;

type Place = (number | string)[];
type Bubble = Place | { value: Place; symbolSize: number };

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
  const [yAxis] = valueAxes({ ...input, measures: [y] });
  return {
    option: {
      tooltip: { trigger: 'item', valueFormatter: tooltipFormatter(input) },
      legend: { show: groups.length > 1, type: 'scroll' },
      xAxis: placeAxis(input, x),
      yAxis: { ...yAxis, scale: true },
      dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      series: groups.slice(0, MAX_SERIES).map(([name, group], at) => ({
        type: 'scatter' as const,
        name: name === '' ? y.info.name : name,
        itemStyle: { opacity: 0.7 },
        ...(size === null && { large: true, largeThreshold: MANY_POINTS, symbolSize: 8 }),
        data: group.flatMap((row): Bubble[] => {
          const place = axisValueIn(row, x);
          const height = numberIn(row, y);
          if (place === null || height === null) return [];
          if (size === null) return [[place, height]];
          return [{ value: [place, height], symbolSize: pixelsOf(row) }];
        }),
        ...(at === 0 && referenceLines(input)),
      })),
    },
    notes: [...seriesNote(groups.length), ...logNotes({ ...input, measures: [y] })],
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
