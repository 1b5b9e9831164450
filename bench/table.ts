/** One line of the report. */
export interface Figure {
  what: string;
  value: string;
  /** The project's goal, if any. */
  goal?: string;
}

/** Prints figures as a Markdown table. */
export function printTable(figures: Figure[]): void {
  const rows = figures.map(({ what, value, goal }) => [what, value, goal ?? '']);
  console.log(markdownTable(['what', 'measured', 'goal'], rows));
}

/** Returns a Markdown table with aligned columns. */
export function markdownTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

/** Returns a quantile of sorted values. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
