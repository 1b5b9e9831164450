import type { Chart } from '@sluice/contracts';
import { aggregations } from './aggregations.js';
import { numberFormats } from '../ui/number-formats.js';
import { dateFormats } from './formats.js';
import { labelOrders } from './label-order.js';
import { stackingKinds, topChoices } from './stacking.js';

/** The kind of a chart field: a column name, a number or a text, a switch, or one of several values. */
export type FieldKind = 'column' | 'number' | 'text' | 'switch' | 'choice';

interface FieldInfo {
  label: string;
  kind: FieldKind;
  /** The values of a choice with their labels. Without a chosen value the chart uses its default. */
  choices?: Record<string, string>;
}

/** All chart fields. */
export const chartFields = {
  x: { label: 'X', kind: 'column' },
  y: { label: 'Y', kind: 'column' },
  y2: { label: 'Second Y', kind: 'column' },
  y3: { label: 'Third Y', kind: 'column' },
  split: { label: 'Split by', kind: 'column' },
  yMin: { label: 'Y minimum', kind: 'number' },
  yMax: { label: 'Y maximum', kind: 'number' },
  trendline: { label: 'Trend line', kind: 'switch' },
  barlabel: { label: 'Label', kind: 'column' },
  barvalue: { label: 'Value', kind: 'column' },
  barvalue2: { label: 'Second value', kind: 'column' },
  barvalue3: { label: 'Third value', kind: 'column' },
  size: { label: 'Size', kind: 'column' },
  color: { label: 'Colour', kind: 'column' },
  label: { label: 'Label', kind: 'column' },
  value: { label: 'Value', kind: 'column' },
  aggregation: { label: 'Aggregation', kind: 'choice', choices: aggregations },
  sort: { label: 'Order of labels', kind: 'choice', choices: labelOrders },
  top: { label: 'Greatest labels', kind: 'choice', choices: topChoices },
  stacking: { label: 'Stacking', kind: 'choice', choices: stackingKinds },
  secondAxis: { label: 'Second axis', kind: 'switch' },
  logAxis: { label: 'Logarithmic axis', kind: 'switch' },
  references: { label: 'Reference lines', kind: 'text' },
  numberFormat: { label: 'Number format', kind: 'choice', choices: numberFormats },
  dateFormat: { label: 'Date format', kind: 'choice', choices: dateFormats },
} as const satisfies Record<string, FieldInfo>;

/** The name of a chart field. */
export type ChartField = keyof typeof chartFields;

interface ChartKind {
  label: string;
  required: ChartField[];
  optional: ChartField[];
  /** The columns by which rows are grouped, or that place a point. */
  dimensions: ChartField[];
  /** The columns that are aggregated. */
  measures: ChartField[];
  /** Whether the first dimension always has labels, also if it holds numbers or times. */
  labels: boolean;
}

const bars = {
  required: ['barlabel', 'barvalue'],
  optional: [
    ...(['color', 'barvalue2', 'barvalue3', 'aggregation', 'sort', 'top', 'stacking'] as const),
    ...(['numberFormat', 'references', 'secondAxis', 'logAxis'] as const),
  ],
  dimensions: ['barlabel', 'color'],
  measures: ['barvalue', 'barvalue2', 'barvalue3'],
  labels: true,
} satisfies Partial<ChartKind>;

const courses = {
  required: ['x', 'y'],
  dimensions: ['x', 'split'],
  measures: ['y', 'y2', 'y3'],
  labels: false,
} satisfies Partial<ChartKind>;

const axes = ['numberFormat', 'dateFormat', 'references', 'secondAxis', 'logAxis'] as const;

/** The chart types of the API contract, in the order of the menu. */
export const chartTypes = {
  line: {
    label: 'Line',
    ...courses,
    optional: ['split', 'y2', 'y3', 'aggregation', 'yMin', 'yMax', ...axes, 'trendline'],
  },
  area: {
    label: 'Area',
    ...courses,
    optional: ['split', 'y2', 'y3', 'aggregation', 'stacking', 'yMin', 'yMax', ...axes],
  },
  verticalbar: { label: 'Bar', ...bars },
  bar: { label: 'Bar, horizontal', ...bars },
  'stacked-bar-vertical': { label: 'Stacked bar', ...bars },
  'stacked-bar-horizontal': { label: 'Stacked bar, horizontal', ...bars },
  bubble: {
    label: 'Bubble',
    required: ['x', 'y'],
    optional: ['size', 'color', 'numberFormat', 'dateFormat', 'references', 'logAxis'],
    dimensions: ['x', 'color'],
    measures: ['y', 'size'],
    labels: false,
  },
  pie: {
    label: 'Pie',
    required: ['label', 'value'],
    optional: ['aggregation', 'sort', 'top', 'numberFormat'],
    dimensions: ['label'],
    measures: ['value'],
    labels: true,
  },
  heatmap: {
    label: 'Heatmap',
    required: ['x', 'y', 'value'],
    optional: ['aggregation', 'sort', 'numberFormat'],
    dimensions: ['x', 'y'],
    measures: ['value'],
    labels: true,
  },
  bignumber: {
    label: 'Big number',
    required: ['value'],
    optional: ['label', 'aggregation', 'numberFormat'],
    dimensions: ['label'],
    measures: ['value'],
    labels: true,
  },
} as const satisfies Record<string, ChartKind>;

/** The name of a chart type. */
export type ChartType = keyof typeof chartTypes;

/** Returns whether this page supports a chart type. A newer version may have saved other types. */
export const isChartType = (type: string): type is ChartType => Object.hasOwn(chartTypes, type);

/** Returns the fields of a chart type, required ones first. */
export const fieldsOf = (type: ChartType): ChartField[] => [
  ...chartTypes[type].required,
  ...chartTypes[type].optional,
];

/** Fields with the same meaning in different chart types. */
const equivalent: ChartField[][] = [
  ['x', 'barlabel', 'label'],
  ['y', 'barvalue', 'value'],
  ['y2', 'barvalue2'],
  ['y3', 'barvalue3'],
  ['split', 'color'],
];

/** Returns the chart with another type. Chosen columns are kept in the equivalent fields. */
export function withType({ fields }: Chart, chartType: ChartType): Chart {
  const names = new Set(fieldsOf(chartType));
  const kept = Object.entries(fields).filter(([name]) => names.has(name as ChartField));
  const next = Object.fromEntries(kept);
  for (const group of equivalent) {
    const target = group.find((name) => names.has(name));
    const source = group.find((name) => fields[name] !== undefined);
    const value = source === undefined ? undefined : fields[source];
    if (target !== undefined && value !== undefined) next[target] ??= value;
  }
  return { chartType, fields: next };
}

/** Returns the chart with another field value; undefined removes the field. */
export function withField(
  { chartType, fields }: Chart,
  name: ChartField,
  value: string | boolean | undefined,
): Chart {
  const others = Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
  return { chartType, fields: value === undefined ? others : { ...others, [name]: value } };
}
