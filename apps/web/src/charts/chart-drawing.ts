import type { Chart, ColumnInfo } from '@sluice/contracts';
import { cellText } from '../results/grid/cell-text.js';
import type { Row } from '../results/grid/row-pages.js';
import { barOption } from './bar-option.js';
import type { ChartOption } from './base-option.js';
import type { ChartInput } from './chart-input.js';
import {
  chartFields,
  chartTypes,
  isChartType,
  type ChartField,
  type ChartType,
} from './chart-types.js';
import { heatmapOption, pieOption } from './part-options.js';
import { columnOf, type ChartColumn } from './values.js';
import { bubbleOption, lineOption } from './xy-options.js';

/** A chart to render, or a hint what to choose. */
export type Drawing =
  | { kind: 'chart'; option: ChartOption; notes: string[] }
  | { kind: 'number'; text: string; label: string }
  | { kind: 'hint'; text: string };

/** Returns the drawing of a chart. */
export function drawingOf(chart: Chart, columns: ColumnInfo[], rows: Row[]): Drawing {
  const { chartType, fields } = chart;
  if (!isChartType(chartType)) {
    return { kind: 'hint', text: `Chart type ${chartType} is not supported.` };
  }
  const hint = hintOf(chartType, fields, columns);
  if (hint !== null) return { kind: 'hint', text: hint };
  if (rows.length === 0) return { kind: 'hint', text: 'The result has no rows.' };
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

/** Returns what to change so that the chart can be rendered; null if nothing. */
function hintOf(type: ChartType, chosen: Chart['fields'], columns: ColumnInfo[]): string | null {
  const { required, optional } = chartTypes[type];
  for (const name of [...required, ...optional]) {
    const value = chosen[name];
    const { label, kind } = chartFields[name];
    const isMissing = typeof value !== 'string' || value === '';
    if (isMissing && (required as readonly string[]).includes(name)) {
      return `Choose a column for “${label}”.`;
    }
    if (kind === 'column' && !isMissing && columnOf(columns, value) === null) {
      return `The result has no column “${value}” for “${label}”.`;
    }
  }
  return null;
}

function inputOf(fields: Chart['fields'], columns: ColumnInfo[], rows: Row[]): ChartInput {
  const column = (name: ChartField): ChartColumn | null => {
    const chosen = fields[name];
    return typeof chosen === 'string' && chosen !== '' ? columnOf(columns, chosen) : null;
  };
  return {
    rows,
    column,
    required: (name) => {
      const found = column(name);
      if (found === null) throw new Error(`Chart field ${name} is missing`);
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

function bigNumber({ rows, required, column }: ChartInput): Drawing {
  const { index, info } = required('value');
  const labelColumn = column('label');
  const [row] = rows;
  const label =
    labelColumn === null ? info.name : (cellText(row?.[labelColumn.index]) ?? info.name);
  return { kind: 'number', text: bigNumberText(row?.[index]), label };
}

function bigNumberText(value: unknown): string {
  if (typeof value === 'number') return new Intl.NumberFormat('en').format(value);
  return cellText(value) ?? 'NULL';
}
