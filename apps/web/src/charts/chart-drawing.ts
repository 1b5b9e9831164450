import type { Chart } from '@sluice/contracts';
import { cellText } from '../results/grid/cell-text.js';
import { barOption } from './bar-option.js';
import type { ChartOption } from './base-option.js';
import type { ChartFrame } from './chart-frame.js';
import { inputOf, type ChartInput } from './chart-input.js';
import { isChartType } from './chart-types.js';
import { bigNumberText } from './formats.js';
import { heatmapOption, pieOption } from './part-options.js';
import { bubbleOption, lineOption } from './xy-options.js';

/** A chart to render, or a hint why there is none. */
export type Drawing =
  | { kind: 'chart'; option: ChartOption; notes: string[] }
  | { kind: 'number'; text: string; label: string; notes: string[] }
  | { kind: 'hint'; text: string };

/** Returns the drawing of a chart whose plan gave the frame. */
export function drawingOf(chart: Chart, frame: ChartFrame): Drawing {
  const { chartType } = chart;
  if (frame.rows.length === 0) return { kind: 'hint', text: 'The result has no rows.' };
  const input = inputOf(chart, frame);
  if (!isChartType(chartType)) throw new Error(`Chart type ${chartType} has no plan`);
  const withNotes = ({ option, notes }: ReturnType<typeof barOption>): Drawing => ({
    kind: 'chart',
    option,
    notes: [...frame.notes, ...notes],
  });
  switch (chartType) {
    case 'line':
    case 'area':
      return withNotes(lineOption(input, chartType));
    case 'verticalbar':
    case 'bar':
    case 'stacked-bar-vertical':
    case 'stacked-bar-horizontal':
      return withNotes(barOption(input, chartType));
    case 'bubble':
      return withNotes(bubbleOption(input));
    case 'pie':
      return withNotes(pieOption(input));
    case 'heatmap':
      return withNotes(heatmapOption(input));
    case 'bignumber':
      return { ...bigNumber(input), notes: frame.notes };
  }
}

function bigNumber({ chart, rows, required, column }: ChartInput) {
  const { index, info } = required('value');
  const labelColumn = column('label');
  const [row] = rows;
  const label =
    labelColumn === null ? info.name : (cellText(row?.[labelColumn.index]) ?? info.name);
  return { kind: 'number' as const, text: bigNumberText(row?.[index], chart), label };
}
