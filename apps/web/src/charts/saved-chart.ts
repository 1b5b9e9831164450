import type { Chart, Statement } from '@sluice/contracts';
import { missingColumns } from './chart-plan.js';

/** Returns a warning if a chart names columns that no result of the last run has; null otherwise. */
export function savedChartWarning(
  chart: Chart,
  statements: readonly Pick<Statement, 'columns'>[],
): string | null {
  const results = statements.flatMap(({ columns }) => (columns === null ? [] : [columns]));
  if (results.length === 0) return null;
  const missing = results.map((columns) => missingColumns(chart, columns));
  const [fewest = []] = missing.toSorted((a, b) => a.length - b.length);
  if (fewest.length === 0) return null;
  const names = [...new Set(fewest.map(({ name }) => `“${name}”`))].join(', ');
  return `The saved chart names columns that the result does not have: ${names}. Change the chart, or choose the automatic one, and save again.`;
}
