/** An SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** DuckDB's JSON reader writes `1e21` for the stored `1e+21`. Returns SQL of the stored text of a number. */
export const storedNumber = (text: string): string =>
  `case when contains(${text}, 'e') then regexp_replace(${text}, '^(-?[0-9.]+e)([0-9])', '\\1+\\2') else ${text} end`;

/** Name of the typed values of a column in the table. */
export const valueName = (column: number): string => `v${String(column)}`;

/** Name of the stored texts of a column in the table. */
export const textName = (column: number): string => `s${String(column)}`;
