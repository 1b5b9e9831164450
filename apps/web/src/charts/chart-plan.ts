import type { Chart, ColumnInfo } from '@sluice/contracts';
import { aggregationOf, type Aggregation } from './aggregations.js';
import {
  chartFields,
  chartTypes,
  isChartType,
  type ChartField,
  type ChartType,
} from './chart-types.js';
import { labelOrderOf, type LabelOrder } from './label-order.js';
import { axisOf, columnOf, type ChartColumn } from './values.js';

/** A column of the result, and the field that it is chosen for. */
export interface PlannedColumn {
  field: ChartField;
  column: ChartColumn;
}

/** Which data of a result a chart draws. Equal plans have equal data. */
export interface ChartPlan {
  aggregation: Aggregation;
  /** Whether the user chose the aggregation. */
  isChosen: boolean;
  /** The columns of groups; without an aggregation, the places of points. */
  dimensions: PlannedColumn[];
  measures: PlannedColumn[];
  /** Order of the labels of the first dimension. */
  order: LabelOrder;
  /** Labels to keep; the others are combined. Null keeps all. */
  top: number | null;
  /** Whether the first dimension is a number or a time, so that evenly spaced groups show its course. */
  isContinuous: boolean;
  /** Whether only the first row is drawn. */
  isOneRow: boolean;
}

/** A plan, or a hint what to change in the chart. */
export type Planned = { kind: 'plan'; plan: ChartPlan } | { kind: 'hint'; text: string };

/** Returns the plan of a chart. */
export function planOf(chart: Chart, columns: ColumnInfo[]): Planned {
  const { chartType, fields } = chart;
  if (!isChartType(chartType)) return hint(`Chart type ${chartType} is not supported.`);
  const text = hintOf(chartType, fields, columns);
  if (text !== null) return hint(text);
  const chosen = (names: readonly ChartField[]): PlannedColumn[] =>
    names.flatMap((field) => {
      const name = fields[field];
      const column = typeof name === 'string' ? columnOf(columns, name) : null;
      return column === null ? [] : [{ field, column }];
    });
  const { dimensions, measures, labels } = chartTypes[chartType];
  const aggregation = aggregationOf(chart);
  const isOne = chartType === 'bignumber';
  const planned = isOne && aggregation !== 'none' ? [] : chosen(dimensions);
  const [first] = planned;
  const isContinuous = !labels && first !== undefined && axisOf(first.column) !== 'category';
  const top = labels ? topOf(chart) : null;
  return {
    kind: 'plan',
    plan: {
      aggregation,
      isChosen: fields.aggregation !== undefined,
      dimensions: planned,
      measures: chosen(measures),
      order: labelOrderOf(chart),
      top: aggregation === 'none' ? null : top,
      isContinuous,
      isOneRow: isOne && aggregation === 'none',
    },
  };
}

const hint = (text: string): Planned => ({ kind: 'hint', text });

/** Slices of a pie beyond these are too thin to compare. */
const PIE_LABELS = 11;
/** A view of the other labels excludes each kept label with one of its 32 filters. */
export const MAX_TOP = 30;

function topOf({ chartType, fields }: Chart): number | null {
  const chosen = Number(typeof fields.top === 'string' ? fields.top : NaN);
  if (Number.isInteger(chosen) && chosen >= 1) return Math.min(chosen, MAX_TOP);
  return chartType === 'pie' ? PIE_LABELS : null;
}

/** Returns what to change so that the chart can be drawn; null if nothing. */
function hintOf(type: ChartType, chosen: Chart['fields'], columns: ColumnInfo[]): string | null {
  const { required } = chartTypes[type];
  const missing = required.find((name) => typeof chosen[name] !== 'string' || chosen[name] === '');
  if (missing !== undefined) return `Choose a column for “${chartFields[missing].label}”.`;
  const [gone] = missingColumns({ chartType: type, fields: chosen }, columns);
  if (gone === undefined) return null;
  return `The result has no column “${gone.name}” for “${chartFields[gone.field].label}”.`;
}

/** Returns the columns that a chart names and the result does not have. */
export function missingColumns(
  { chartType, fields }: Chart,
  columns: ColumnInfo[],
): { field: ChartField; name: string }[] {
  if (!isChartType(chartType)) return [];
  const { required, optional } = chartTypes[chartType];
  return [...required, ...optional].flatMap((field) => {
    const name = fields[field];
    if (chartFields[field].kind !== 'column' || typeof name !== 'string' || name === '') return [];
    return columnOf(columns, name) === null ? [{ field, name }] : [];
  });
}
