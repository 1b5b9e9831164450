import { copyFormats } from '../results/copy-formats.js';
import { cellText } from '../results/grid/cell-text.js';
import type { ChartFrame } from './chart-frame.js';
import { withoutFormulas } from './formula-guard.js';

/** Returns the data of a chart as CSV with a header. No cell is a formula. */
export function chartCsv({ columns, rows }: ChartFrame): string {
  const shown = Object.values(columns);
  const guarded = (value: unknown, at: number): unknown => {
    const text = typeof value === 'number' ? null : cellText(value);
    return text === null ? value : withoutFormulas(text, shown[at]?.info.datatype ?? 'string');
  };
  return copyFormats.CSV({
    columns: shown.map(({ info }) => ({ ...info, name: withoutFormulas(info.name, 'string') })),
    rows: rows.map((row) => shown.map(({ index }, at) => guarded(row[index], at))),
  });
}
