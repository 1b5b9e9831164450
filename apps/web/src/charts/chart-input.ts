import type { Chart } from '@sluice/contracts';
import type { Row } from '../results/grid/row-pages.js';
import type { ChartOption } from './base-option.js';
import type { ChartFrame } from './chart-frame.js';
import { chartTypes, isChartType, type ChartField } from './chart-types.js';
import type { ChartColumn } from './values.js';

/** The rows and settings of a chart. */
export interface ChartInput {
  chart: Chart;
  rows: Row[];
  /** Returns the column of a field; null if none is chosen. */
  column(name: ChartField): ChartColumn | null;
  /** Returns the column of a required field. @throws Error if it is missing; callers validate first */
  required(name: ChartField): ChartColumn;
  /** The columns of the measures. */
  measures: ChartColumn[];
  number(name: ChartField): number | null;
  isOn(name: ChartField): boolean;
}

/** The ECharts option of a chart, and notes about its data. */
export interface ChartResult {
  option: ChartOption;
  notes: string[];
}

/** Returns the input of a chart from its frame. */
export function inputOf(chart: Chart, { rows, columns }: ChartFrame): ChartInput {
  const { chartType, fields } = chart;
  const column = (name: ChartField): ChartColumn | null => columns[name] ?? null;
  const measures = isChartType(chartType) ? chartTypes[chartType].measures : [];
  return {
    chart,
    rows,
    column,
    required: (name) => {
      const found = column(name);
      if (found === null) throw new Error(`Chart field ${name} is missing`);
      return found;
    },
    measures: measures.flatMap((name) => column(name) ?? []),
    number: (name) => {
      const chosen = fields[name];
      const number = typeof chosen === 'string' && chosen.trim() !== '' ? Number(chosen) : NaN;
      return Number.isFinite(number) ? number : null;
    },
    isOn: (name) => fields[name] === true || fields[name] === 'true',
  };
}
