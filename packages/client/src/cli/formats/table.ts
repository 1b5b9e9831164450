import { stripVTControlCharacters } from 'node:util';
import type { Row } from '../../result.js';
import { plainText, type CreateFormat } from './format.js';

/** Wider cells are cut on the screen, not in the other formats. */
const widest = 60;

/**
 * Columns side by side, for people. The first page decides how wide they are, so that no later page has
 * to be waited for; a longer cell of a later page pushes its line out.
 */
export const createTable: CreateFormat = (columns) => {
  const heads = columns.map(({ name }) => shown(name));
  const isNumber = columns.map(({ datatype }) => datatype === 'number');
  let widths: number[] | undefined;
  let count = 0;
  const line = (cells: readonly string[], at: readonly number[]): string =>
    `${cells
      .map((cell, index) => pad(cell, at[index] ?? 0, isNumber[index] === true))
      .join('  ')
      .trimEnd()}\n`;
  const top = (lines: readonly string[][]): string => {
    widths ??= heads.map((head, index) =>
      Math.max(...[head, ...lines.map((cells) => cells[index] ?? '')].map((text) => text.length)),
    );
    return (
      line(heads, widths) +
      line(
        widths.map((width) => '-'.repeat(width)),
        widths,
      )
    );
  };
  return {
    begin: () => '',
    page: (rows: readonly Row[]) => {
      const lines = rows.map((row) => row.map(cellText));
      const head = widths === undefined ? top(lines) : '';
      count += rows.length;
      const known = widths ?? [];
      return head + lines.map((cells) => line(cells, known)).join('');
    },
    end: () => `${widths === undefined ? top([]) : ''}(${count} ${count === 1 ? 'row' : 'rows'})\n`,
  };
};

const cellText = (value: unknown): string => (value === null ? 'null' : shown(plainText(value)));

/** On one line, and without what a terminal would obey. */
function shown(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
}

const pad = (text: string, width: number, isNumber: boolean): string =>
  isNumber ? text.padStart(width) : text.padEnd(width);
