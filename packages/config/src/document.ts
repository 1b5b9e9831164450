import { loadSettings } from './load.js';
import { settingSections } from './settings/index.js';

type Section = Record<string, { description?: string | undefined }>;

/** The text of `docs/reference/settings.md`: every setting with its default and description. */
export function settingsPage(): string {
  const defaults: Record<string, unknown> = loadSettings({}).settings;
  return [
    '# Settings',
    '',
    'This page lists every setting with its default. Settings are environment variables. Invalid settings are',
    'reported together at start. An unknown name that starts with `SERVICE_` is a warning. `.env.example` has the',
    'same list.',
    '',
    ...Object.entries<Section>(settingSections).flatMap(([title, section]) => [
      `## ${title}`,
      '',
      ...table(
        ['setting', 'default', 'description'],
        Object.entries(section).map(([name, { description = '' }]) => [
          `\`${name}\``,
          shown(defaults[name]),
          description,
        ]),
      ),
      '',
    ]),
    'Read next: [operate Sluice](../how-to/operate/README.md), [add a setting](../how-to/add-a-setting.md).',
    '',
  ].join('\n');
}

const table = (head: string[], rows: string[][]): string[] => {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
};

const shown = (value: unknown): string =>
  value === undefined || value === '' ? '' : `\`${JSON.stringify(value).replace(/^"|"$/g, '')}\``;
