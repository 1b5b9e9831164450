import type { Chart } from '@sluice/contracts';

/** What is asked for by a field: a column's name, a number as text, or yes and no. */
export type FieldKind = 'column' | 'number' | 'switch';

/** Every field that some chart has. */
export const chartFields = {
  x: { label: 'X', kind: 'column' },
  y: { label: 'Y', kind: 'column' },
  split: { label: 'One line for each', kind: 'column' },
  yMin: { label: 'Y from', kind: 'number' },
  yMax: { label: 'Y to', kind: 'number' },
  trendline: { label: 'Trend line', kind: 'switch' },
  barlabel: { label: 'Label', kind: 'column' },
  barvalue: { label: 'Value', kind: 'column' },
  size: { label: 'Size', kind: 'column' },
  color: { label: 'Colour', kind: 'column' },
  label: { label: 'Label', kind: 'column' },
  value: { label: 'Value', kind: 'column' },
} as const satisfies Record<string, { label: string; kind: FieldKind }>;

/** The name of a field. */
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

/** The types of the contract, in the order of the choice. */
export const chartTypes = {
  line: {
    label: 'Line',
    required: ['x', 'y'],
    optional: ['split', 'yMin', 'yMax', 'trendline'],
  },
  area: { label: 'Area', required: ['x', 'y'], optional: ['split', 'yMin', 'yMax'] },
  verticalbar: { label: 'Bars', ...bars },
  bar: { label: 'Bars, horizontal', ...bars },
  'stacked-bar-vertical': { label: 'Stacked bars', ...bars },
  'stacked-bar-horizontal': { label: 'Stacked bars, horizontal', ...bars },
  bubble: { label: 'Bubbles', required: ['x', 'y'], optional: ['size', 'color'] },
  pie: { label: 'Pie', required: ['label', 'value'], optional: [] },
  heatmap: { label: 'Heat map', required: ['x', 'y', 'value'], optional: [] },
  bignumber: { label: 'Big number', required: ['value'], optional: ['label'] },
} as const satisfies Record<string, ChartKind>;

/** See {@link chartTypes}. */
export type ChartType = keyof typeof chartTypes;

/** Whether this page can draw it; others may have saved what is newer. */
export const isChartType = (type: string): type is ChartType => Object.hasOwn(chartTypes, type);

/** The fields of a type, required ones first. */
export const fieldsOf = (type: ChartType): ChartField[] => [
  ...chartTypes[type].required,
  ...chartTypes[type].optional,
];

/** Fields that mean the same in different types. */
const alike: ChartField[][] = [
  ['x', 'barlabel', 'label'],
  ['y', 'barvalue', 'value'],
  ['split', 'color'],
];

/** The chart as another type: what was chosen is kept, under the names of the new type. */
export function withType({ fields }: Chart, chartType: ChartType): Chart {
  const names = new Set(fieldsOf(chartType));
  const kept = Object.entries(fields).filter(([name]) => names.has(name as ChartField));
  const next = Object.fromEntries(kept);
  for (const group of alike) {
    const target = group.find((name) => names.has(name));
    const source = group.find((name) => fields[name] !== undefined);
    const value = source === undefined ? undefined : fields[source];
    if (target !== undefined && value !== undefined) next[target] ??= value;
  }
  return { chartType, fields: next };
}

/** The chart with another field; undefined takes it away. */
export function withField(
  { chartType, fields }: Chart,
  name: ChartField,
  value: string | boolean | undefined,
): Chart {
  const others = Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
  return { chartType, fields: value === undefined ? others : { ...others, [name]: value } };
}
