import type { CheckResult } from './rule.js';

/** Formats a table; the first column is left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const width = (column: number): number =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0));
  return texts
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column)),
        )
        .join('  '),
    )
    .join('\n');
}

/** Formats the table of checks, followed by at most ten violations per rule. */
export function describeChecks(results: readonly CheckResult[]): string {
  const rows = results.map((result) => [
    `${result.violations.length === 0 ? '✓' : '✗'} ${result.name} ${result.rule}`,
    result.looked,
    result.violations.length,
  ]);
  const broken = results.flatMap((result) =>
    result.violations.slice(0, 10).map((violation) => `  ${result.name}: ${violation}`),
  );
  return [table([['check', 'checked', 'broken'], ...rows]), ...broken].join('\n');
}

/** Returns the last line of a command. */
export function closingLine(passed: number, failed: number): string {
  return `\n${passed} passed, ${failed} failed`;
}
