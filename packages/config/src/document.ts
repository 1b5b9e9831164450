import { loadSettings } from './load.js';
import { settings } from './settings.js';

/** The page `docs/settings.md`: every setting with its default and what it is for. */
export function settingsPage(): string {
  const defaults: Record<string, unknown> = loadSettings({}).settings;
  const rows = Object.entries(settings).map(([name, schema]) => [
    `\`${name}\``,
    shown(defaults[name]),
    schema.description ?? '',
  ]);
  const head = ['setting', 'default', 'meaning'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [
    '# Settings',
    '',
    'Settings are environment variables. All problems are reported at once, at start, by name; an',
    'unknown `SERVICE_` name is a warning.',
    '',
    line(head),
    rule,
    ...rows.map(line),
    '',
  ].join('\n');
}

const shown = (value: unknown): string =>
  value === undefined || value === '' ? '' : `\`${JSON.stringify(value).replace(/^"|"$/g, '')}\``;
