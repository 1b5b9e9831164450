import type { Chart, ColumnInfo } from '@sluice/contracts';
import { drawingOf, type Drawing } from '../src/charts/chart-drawing.js';
import { planOf } from '../src/charts/chart-plan.js';
import { localFrame } from '../src/charts/local-frame.js';
import type { Row } from '../src/results/grid/row-pages.js';

/** Returns a column of a datatype. */
export const columnOfKind = (name: string, datatype: ColumnInfo['datatype']): ColumnInfo => ({
  name,
  datatype,
  min: null,
  max: null,
  maxValueLength: 0,
  maxLineLength: 0,
  dbType: datatype,
});

/** Draws a chart of rows, or returns the hint why there is none. */
export function draw(chart: Chart, columns: ColumnInfo[], rows: Row[]): Drawing {
  const planned = planOf(chart, columns);
  return planned.kind === 'hint' ? planned : drawingOf(chart, localFrame(planned.plan, rows));
}
