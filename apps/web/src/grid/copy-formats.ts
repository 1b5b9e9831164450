import type { ColumnInfo } from '@sluice/contracts';
import { textOfCell } from './cell-text.js';
import type { Row } from './row-pages.js';

/** Part of a result: whole rows, or those cells of them that belong to the columns. */
export interface Block {
  columns: ColumnInfo[];
  rows: Row[];
}

/** The ways in which cells can be copied. */
export const copyFormats = {
  TSV: ({ rows }: Block) => tsvOf(rows),
  'TSV with names': ({ columns, rows }: Block) => tsvOf([columns.map(({ name }) => name), ...rows]),
  CSV: ({ columns, rows }: Block) =>
    [columns.map(({ name }) => name), ...rows.map((row) => row.map(textOfCell))]
      .map((row) => row.map((text) => csvCell(text ?? '')).join(','))
      .join('\r\n'),
  JSON: ({ columns, rows }: Block) => {
    const names = uniqueNames(columns);
    return JSON.stringify(
      rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
      null,
      2,
    );
  },
  Markdown: ({ columns, rows }: Block) =>
    [
      columns.map(({ name }) => markdownCell(name)),
      columns.map(({ datatype }) => (datatype === 'number' ? '---:' : '---')),
      ...rows.map((row) => row.map((cell) => markdownCell(textOfCell(cell) ?? 'NULL'))),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  INSERT: ({ columns, rows }: Block) => {
    const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ');
    const values = rows.map((row) => `  (${row.map(sqlValue).join(', ')})`).join(',\n');
    return `insert into table_name (${names}) values\n${values};`;
  },
} satisfies Record<string, (block: Block) => string>;

/** The name of a way to copy. */
export type CopyFormat = keyof typeof copyFormats;

const tsvOf = (rows: readonly Row[]): string =>
  rows.map((row) => row.map((cell) => tsvCell(textOfCell(cell) ?? '')).join('\t')).join('\n');

const tsvCell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');

const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const markdownCell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');

function sqlValue(value: unknown): string {
  const text = textOfCell(value);
  if (text === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return text;
  return `'${text.replaceAll("'", "''")}'`;
}

/** Names that come again get a number: objects have each key once. */
export function uniqueNames(columns: Pick<ColumnInfo, 'name'>[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count++) unique = `${name}_${count}`;
    taken.add(unique);
    return unique;
  });
}
