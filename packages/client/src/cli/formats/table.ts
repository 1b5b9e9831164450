import { stripVTControlCharacters } from 'node:util';
import type { Row } from '../../result.js';
import { plainText, type CreateFormat } from './format.js';

/** Wider cells are truncated on the screen, but not in the other formats. */
const MAX_WIDTH = 60;

/**
 * Aligned columns for the terminal. The first page sets the column widths, so that output starts before later
 * pages arrive; a longer cell of a later page shifts the rest of its line.
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

/** Returns the text on one line and without terminal control sequences. */
function shown(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');
  return line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line;
}

const pad = (text: string, width: number, isNumber: boolean): string =>
  isNumber ? text.padStart(width) : text.padEnd(width);
