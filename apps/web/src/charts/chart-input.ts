import type { Row } from '../results/grid/row-pages.js';
import type { ChartField } from './chart-types.js';
import type { ChartOption } from './base-option.js';
import type { ChartColumn } from './values.js';

/** The rows and settings of a chart. */
export interface ChartInput {
  rows: Row[];
  /** Returns the column of a field; null if none is chosen. */
  column(name: ChartField): ChartColumn | null;
  /** Returns the column of a required field. @throws Error if it is missing; callers validate first */
  required(name: ChartField): ChartColumn;
  number(name: ChartField): number | null;
  isOn(name: ChartField): boolean;
}

/** The ECharts option of a chart, and notes about its data. */
export interface ChartResult {
  option: ChartOption;
  notes: string[];
}
