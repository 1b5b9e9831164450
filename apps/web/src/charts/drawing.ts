import type { Chart, ColumnInfo } from '@sluice/contracts';
import { textOfCell } from '../grid/cell-text.js';
import type { Row } from '../grid/row-pages.js';
import { barOption } from './bar-option.js';
import type { ChartInput } from './chart-input.js';
import type { ChartOption } from './look.js';
import { chartFields, chartTypes, isChartType, type ChartField } from './chart-types.js';
import { heatmapOption, pieOption } from './part-options.js';
import { lineOption, bubbleOption } from './xy-options.js';
import { columnOf, type ChartColumn } from './values.js';

/** What is drawn, and what was done to the rows for it. */
export type Drawing =
  | { kind: 'chart'; option: ChartOption; notes: string[] }
  | { kind: 'number'; text: string; label: string }
  /** Says what to choose. */
  | { kind: 'problem'; text: string };

/** How a chart of these rows is drawn. */
export function drawingOf(
  { chartType, fields }: Chart,
  columns: ColumnInfo[],
  rows: Row[],
): Drawing {
  if (!isChartType(chartType)) {
    return { kind: 'problem', text: `This page cannot draw charts of the type ${chartType}.` };
  }
  const { required, optional } = chartTypes[chartType];
  for (const name of [...required, ...optional]) {
    const chosen = fields[name];
    const { label, kind } = chartFields[name];
    const isMissing = typeof chosen !== 'string' || chosen === '';
    if (isMissing && (required as readonly string[]).includes(name)) {
      return { kind: 'problem', text: `Choose a column for “${label}”.` };
    }
    if (kind === 'column' && !isMissing && columnOf(columns, chosen) === null) {
      return { kind: 'problem', text: `The result has no column “${chosen}” for “${label}”.` };
    }
  }
  if (rows.length === 0) return { kind: 'problem', text: 'There are no rows to draw.' };
  const input = inputOf(fields, columns, rows);
  switch (chartType) {
    case 'line':
    case 'area':
      return { kind: 'chart', ...lineOption(input, chartType) };
    case 'verticalbar':
    case 'bar':
    case 'stacked-bar-vertical':
    case 'stacked-bar-horizontal':
      return { kind: 'chart', ...barOption(input, chartType) };
    case 'bubble':
      return { kind: 'chart', ...bubbleOption(input) };
    case 'pie':
      return { kind: 'chart', ...pieOption(input) };
    case 'heatmap':
      return { kind: 'chart', ...heatmapOption(input) };
    case 'bignumber':
      return bigNumber(input);
  }
}

function inputOf(fields: Chart['fields'], columns: ColumnInfo[], rows: Row[]): ChartInput {
  const column = (name: ChartField): ChartColumn | null => {
    const chosen = fields[name];
    return typeof chosen === 'string' && chosen !== '' ? columnOf(columns, chosen) : null;
  };
  return {
    rows,
    column,
    needed: (name) => {
      const found = column(name);
      if (found === null) throw new Error(`A chart lacks ${name}`);
      return found;
    },
    number: (name) => {
      const chosen = fields[name];
      const number = typeof chosen === 'string' && chosen.trim() !== '' ? Number(chosen) : NaN;
      return Number.isFinite(number) ? number : null;
    },
    isOn: (name) => fields[name] === true || fields[name] === 'true',
  };
}

function bigNumber({ rows, needed, column }: ChartInput): Drawing {
  const { index, info } = needed('value');
  const labelled = column('label');
  const [row] = rows;
  const label = labelled === null ? info.name : (textOfCell(row?.[labelled.index]) ?? info.name);
  return { kind: 'number', text: bigText(row?.[index]), label };
}

function bigText(value: unknown): string {
  if (typeof value === 'number') return new Intl.NumberFormat('en').format(value);
  return textOfCell(value) ?? 'NULL';
}
