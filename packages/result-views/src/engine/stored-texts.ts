import type { TypedColumn } from './kinds.js';
import { markLongNumbers, storedNumber, textName, withoutMarks } from './sql.js';

/**
 * Returns a query of the stored texts of columns, without quotes and escapes, named by {@link textName}. Several
 * columns are extracted together, so that each row is parsed once.
 *
 * @param lines a relation of rows, see `Lines`
 */
export function storedTexts(
  columns: readonly TypedColumn[],
  wanted: readonly number[],
  lines: string,
): string {
  const isMarked = wanted.some((column) => columns[column]?.datatype === 'json');
  const named = (column: number, found: string): string => {
    const isNumber = columns[column]?.datatype === 'number';
    const text = isMarked ? withoutMarks(found) : found;
    return `${isNumber ? storedNumber(text) : text} ${textName(column)}`;
  };
  const line = isMarked ? markLongNumbers('l') : 'l';
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) {
    return `select ${named(only, 'x')} from (select json_extract_string(${line}, ${pathOf(only)}) x from ${lines})`;
  }
  const parts = wanted.map((column, at) => named(column, `x[${String(at + 1)}]`));
  return `select ${parts.join(', ')}
    from (select json_extract_string(${line}, [${wanted.map(pathOf).join(', ')}]) x from ${lines})`;
}

/**
 * Returns a query of all columns as {@link storedTexts} does, but with JSON texts for JSON columns: a string keeps its
 * quotes, so that it differs from a number.
 */
export function storedTextsAndJson(columns: readonly TypedColumn[], lines: string): string {
  const all = [...columns.keys()];
  const isJson = (column: number): boolean => columns[column]?.datatype === 'json';
  const json = all.filter(isJson);
  if (json.length === 0) return storedTexts(columns, all, lines);
  const texts = all.filter((column) => !isJson(column));
  const line = markLongNumbers('l');
  const found = [
    ...(texts.length === 0 ? [] : [`json_extract_string(l, [${texts.map(pathOf).join(', ')}]) x`]),
    `json_extract(${line}, [${json.map(pathOf).join(', ')}]) y`,
  ];
  const parts = all.map((column) => {
    if (isJson(column)) {
      const value = `nullif(cast(y[${String(json.indexOf(column) + 1)}] as varchar), 'null')`;
      return `${withoutMarks(value)} ${textName(column)}`;
    }
    const value = `x[${String(texts.indexOf(column) + 1)}]`;
    return `${columns[column]?.datatype === 'number' ? storedNumber(value) : value} ${textName(column)}`;
  });
  return `select ${parts.join(', ')} from (select ${found.join(', ')} from ${lines})`;
}

const pathOf = (column: number): string => `'$[${String(column)}]'`;
