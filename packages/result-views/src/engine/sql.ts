/** SQL of a string. DuckDB ends a statement at a NUL, so that character is written as a function call. */
export function literal(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(' || chr(0) || ')})`;
}

/** SQL of a name. It must not be empty or contain NUL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** DuckDB's JSON reader writes `1e21` for the stored `1e+21`. Returns SQL of the stored text of a number. */
export const storedNumber = (text: string): string =>
  `case when contains(${text}, 'e') then regexp_replace(${text}, '^(-?[0-9.]+e)([0-9])', '\\1+\\2') else ${text} end`;

/** Exponent beyond the range of a double, which no database writes. */
const MARK = 'e7291848';

/**
 * DuckDB's JSON reader rounds numbers with a fraction to 17 digits, but keeps the text of numbers that no double holds.
 * Returns SQL of a line with such numbers in place of long ones; {@link withoutMarks} restores them.
 */
export const markLongNumbers = (line: string): string =>
  `case when regexp_matches(${line}, '[0-9][0-9.]{16}')
    then regexp_replace(${line}, '([0-9][0-9.]{16,})([^0-9.eE]|$)', '\\1${MARK}\\2', 'g') else ${line} end`;

/** Returns SQL of the stored text of a value that was read from a line with marks. */
export const withoutMarks = (text: string): string =>
  `case when contains(${text}, '${MARK}')
    then regexp_replace(${text}, '([0-9][0-9.]{16,})${MARK}', '\\1', 'g') else ${text} end`;

/** Name of the typed values of a column in the table. */
export const valueName = (column: number): string => `v${String(column)}`;

/** Name of the stored texts of a column in the table. */
export const textName = (column: number): string => `s${String(column)}`;
