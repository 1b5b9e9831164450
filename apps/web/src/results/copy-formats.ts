import type { ColumnInfo } from '@sluice/contracts';
import { cellText } from './grid/cell-text.js';
import type { Row } from './grid/row-pages.js';

/** The cells to copy: rows with the values of `columns`. */
export interface Block {
  columns: ColumnInfo[];
  rows: Row[];
}

/** The copy formats, by label. */
export const copyFormats = {
  TSV: ({ rows }: Block) => tsvOf(rows),
  'TSV with headers': ({ columns, rows }: Block) =>
    tsvOf([columns.map(({ name }) => name), ...rows]),
  CSV: ({ columns, rows }: Block) =>
    [columns.map(({ name }) => name), ...rows.map((row) => row.map(cellText))]
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
      ...rows.map((row) => row.map((cell) => markdownCell(cellText(cell) ?? 'NULL'))),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  INSERT: ({ columns, rows }: Block) => {
    const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ');
    const values = rows.map((row) => `  (${row.map(sqlValue).join(', ')})`).join(',\n');
    return `insert into table_name (${names}) values\n${values};`;
  },
} satisfies Record<string, (block: Block) => string>;

/** The label of a copy format. */
export type CopyFormat = keyof typeof copyFormats;

const tsvOf = (rows: readonly Row[]): string =>
  rows.map((row) => row.map((cell) => tsvCell(cellText(cell) ?? '')).join('\t')).join('\n');

const tsvCell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');

const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const markdownCell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');

function sqlValue(value: unknown): string {
  const text = cellText(value);
  if (text === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return text;
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the column names made unique with a number, because object keys are unique. */
export function uniqueNames(columns: Pick<ColumnInfo, 'name'>[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count++) unique = `${name}_${count}`;
    taken.add(unique);
    return unique;
  });
}
