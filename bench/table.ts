/** One line of the report. */
export interface Figure {
  what: string;
  value: string;
  /** What the project wants it to be, where it wants something. */
  goal?: string;
}

/** Prints figures as a Markdown table, columns aligned. */
export function printTable(figures: Figure[]): void {
  const rows = [
    ['what', 'measured', 'goal'],
    ...figures.map(({ what, value, goal }) => [what, value, goal ?? '']),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows;
  console.log(line(head!));
  console.log(`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  for (const row of body) console.log(line(row));
}

/** The value below which a share of the sorted values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
