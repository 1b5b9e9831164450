import { copyFormats } from '../results/copy-formats.js';
import type { ChartFrame } from './chart-frame.js';

/** Returns the data of a chart as CSV with a header. */
export function chartCsv({ columns, rows }: ChartFrame): string {
  const shown = Object.values(columns);
  return copyFormats.CSV({
    columns: shown.map(({ info }) => info),
    rows: rows.map((row) => shown.map(({ index }) => row[index])),
  });
}
