import type { Chart } from '@sluice/contracts';

/** The kind of a chart field: a column name, a number as text, or a switch. */
export type FieldKind = 'column' | 'number' | 'switch';

/** All chart fields. */
export const chartFields = {
  x: { label: 'X', kind: 'column' },
  y: { label: 'Y', kind: 'column' },
  split: { label: 'Split by', kind: 'column' },
  yMin: { label: 'Y minimum', kind: 'number' },
  yMax: { label: 'Y maximum', kind: 'number' },
  trendline: { label: 'Trend line', kind: 'switch' },
  barlabel: { label: 'Label', kind: 'column' },
  barvalue: { label: 'Value', kind: 'column' },
  size: { label: 'Size', kind: 'column' },
  color: { label: 'Colour', kind: 'column' },
  label: { label: 'Label', kind: 'column' },
  value: { label: 'Value', kind: 'column' },
} as const satisfies Record<string, { label: string; kind: FieldKind }>;

/** The name of a chart field. */
export type ChartField = keyof typeof chartFields;

interface ChartKind {
  label: string;
  required: ChartField[];
  optional: ChartField[];
}

const bars = {
  required: ['barlabel', 'barvalue'],
  optional: ['color'],
} satisfies Partial<ChartKind>;

/** The chart types of the API contract, in the order of the menu. */
export const chartTypes = {
  line: {
    label: 'Line',
    required: ['x', 'y'],
    optional: ['split', 'yMin', 'yMax', 'trendline'],
  },
  area: { label: 'Area', required: ['x', 'y'], optional: ['split', 'yMin', 'yMax'] },
  verticalbar: { label: 'Bar', ...bars },
  bar: { label: 'Bar, horizontal', ...bars },
  'stacked-bar-vertical': { label: 'Stacked bar', ...bars },
  'stacked-bar-horizontal': { label: 'Stacked bar, horizontal', ...bars },
  bubble: { label: 'Bubble', required: ['x', 'y'], optional: ['size', 'color'] },
  pie: { label: 'Pie', required: ['label', 'value'], optional: [] },
  heatmap: { label: 'Heatmap', required: ['x', 'y', 'value'], optional: [] },
  bignumber: { label: 'Big number', required: ['value'], optional: ['label'] },
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
