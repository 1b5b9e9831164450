import { plainText, type CreateFormat } from './format.js';

/**
 * RFC 4180. Null is an empty field, the empty string `""`. Formulas are not escaped, since the output is for
 * pipes.
 */
export const createCsv: CreateFormat = (columns) => ({
  begin: () => line(columns.map(({ name }) => name)),
  page: (rows) => rows.map(line).join(''),
  end: () => '',
});

const line = (cells: readonly unknown[]): string => `${cells.map(field).join(',')}\r\n`;

function field(value: unknown): string {
  const text = plainText(value);
  const isQuoted = /[",\r\n]/.test(text) || (text === '' && value !== null);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
