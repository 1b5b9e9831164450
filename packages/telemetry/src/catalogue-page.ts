import { catalogue, type MetricDefinition } from './catalogue.js';

/** Returns the metrics table of docs/reference/observability.md; a test compares the two. */
export function metricsTable(): string {
  const definitions: Record<string, MetricDefinition> = catalogue;
  const rows = Object.entries(definitions).map(([name, definition]) => [
    `\`${name}\``,
    definition.type,
    definition.labels.map((label) => `\`${label}\``).join(', '),
    definition.processes.join(', '),
    definition.help,
  ]);
  const table = [['metric', 'type', 'labels', 'process', 'meaning'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
