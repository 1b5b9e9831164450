import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { ChartInput } from './chart-input.js';
import { dateFormats, numberFormatter, numbersIn, percentageText } from './formats.js';
import { stackingOf } from './stacking.js';
import { axisOf, labelIn, type ChartColumn } from './values.js';

/** Longer labels end with an ellipsis; the tooltip shows them whole. */
const MAX_LABEL_PIXELS = 160;

/** The axis of labels in the order of the rows. */
export const labelAxis = (labels: string[], name: string) => ({
  type: 'category' as const,
  data: labels,
  name,
  axisLabel: { width: MAX_LABEL_PIXELS, overflow: 'truncate' as const },
});

/** Returns the axis of places for a column: labels, numbers or times. */
export function placeAxis({ chart, rows }: ChartInput, column: ChartColumn) {
  const { name } = column.info;
  const type = axisOf(column);
  if (type === 'category') {
    return labelAxis([...new Set(rows.map((row) => labelIn(row, column)))], name);
  }
  // Numeric axes need not start at zero; time axes have no such option.
  if (type === 'value') return { type, name, scale: true };
  const { dateFormat } = chart.fields;
  const isChosen = typeof dateFormat === 'string' && Object.hasOwn(dateFormats, dateFormat);
  return { type, name, ...(isChosen && { axisLabel: { formatter: dateFormat } }) };
}

/** Whether measures after the first have a separate axis. */
export const hasSecondAxis = (input: ChartInput): boolean =>
  input.isOn('secondAxis') && input.measures.length > 1 && stackingOf(input.chart) !== 'percent';

/** Returns the function that formats values. A stack to 100 % shows shares, whatever the format of its numbers. */
const valueFormatter = ({ chart }: ChartInput): ((number: number) => string) =>
  stackingOf(chart) === 'percent' ? percentageText : numberFormatter(chart);

/** Returns the value axes: one, or two if the measures after the first have their own. */
export function valueAxes(
  input: ChartInput,
  isHorizontal = false,
): (XAXisComponentOption & YAXisComponentOption)[] {
  const isPercent = stackingOf(input.chart) === 'percent';
  const format = valueFormatter(input);
  const [min, max] = [input.number('yMin'), input.number('yMax')];
  const axis = (measures: ChartColumn[]) => ({
    type: input.isOn('logAxis') ? ('log' as const) : ('value' as const),
    // Names of several measures are in the legend.
    name: measures.length === 1 ? (measures[0]?.info.name ?? '') : '',
    axisLabel: { formatter: format },
    ...(isPercent && { max: 100 }),
    ...(min !== null && { min }),
    ...(max !== null && { max }),
  });
  if (!hasSecondAxis(input)) return [axis(input.measures)];
  const place = isHorizontal ? ('top' as const) : ('right' as const);
  const second = { ...axis(input.measures.slice(1)), position: place, splitLine: { show: false } };
  return [axis(input.measures.slice(0, 1)), second] as (XAXisComponentOption &
    YAXisComponentOption)[];
}

/** Returns the reference lines as a part of the first series; nothing without lines. */
export function referenceLines(input: ChartInput, isHorizontal = false) {
  const numbers = numbersIn(input.chart.fields.references);
  if (numbers.length === 0) return {};
  const format = valueFormatter(input);
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { type: 'dashed' as const, width: 1.5 },
      label: {
        // Outside the chart it would cover the labels of an axis.
        position: isHorizontal ? ('insideStartTop' as const) : ('insideEndTop' as const),
        formatter: ({ value }: { value: unknown }) => format(Number(value)),
      },
      data: numbers.map((number) => (isHorizontal ? { xAxis: number } : { yAxis: number })),
    },
  };
}

/** Returns a note if a logarithmic axis hides values. */
export function logNotes({ isOn, rows, measures }: ChartInput): string[] {
  const isHidden = (): boolean =>
    rows.some((row) =>
      measures.some(({ index }) => row[index] !== null && Number(row[index]) <= 0),
    );
  return isOn('logAxis') && isHidden()
    ? ['A logarithmic axis does not show zero and negative values.']
    : [];
}

/** Returns the function that formats values in tooltips. */
export function tooltipFormatter(input: ChartInput): (value: unknown) => string {
  const format = valueFormatter(input);
  return (value) => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof last === 'number' ? format(last) : '–';
  };
}
