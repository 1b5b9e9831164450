import type { Row } from '../results/grid/row-pages.js';
import { aggregations } from './aggregations.js';
import type { ChartPlan } from './chart-plan.js';
import type { ChartField } from './chart-types.js';
import type { ChartColumn } from './values.js';

/** The data that a chart draws: points, or one row for each group. */
export interface ChartFrame {
  /** The column of each field in `rows`. */
  columns: Partial<Record<ChartField, ChartColumn>>;
  rows: Row[];
  /** Notes about the rows that are covered, if these are not all rows of the result. */
  notes: string[];
}

/** The rows that answer a plan: the dimensions, then the measures. */
export interface FrameRows {
  rows: Row[];
  notes: string[];
  /** Whether a row stands for several rows of the result. */
  isMerged: boolean;
}

/** Returns the frame of a plan. Measures that combine rows are named after their aggregation. */
export function frameOf(plan: ChartPlan, { rows, notes, isMerged }: FrameRows): ChartFrame {
  const { aggregation, dimensions, measures } = plan;
  const columns: ChartFrame['columns'] = {};
  for (const [index, { field, column }] of dimensions.entries()) {
    columns[field] = { index, info: column.info };
  }
  const isNamed = aggregation === 'count' || (isMerged && aggregation !== 'none');
  for (const [index, { field, column }] of measures.entries()) {
    const { name } = column.info;
    const title = isNamed ? `${aggregations[aggregation]} of ${name}` : name;
    columns[field] = { index: dimensions.length + index, info: { ...column.info, name: title } };
  }
  const isSilent = plan.isChosen || !isMerged || dimensions.length === 0;
  const merged = isSilent ? [] : ['Rows with the same label are summed.'];
  return { columns, rows, notes: [...notes, ...merged] };
}
