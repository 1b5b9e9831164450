/** Words that at least one supported dialect does not accept as an unquoted name. */
export const reservedWords: ReadonlySet<string> = new Set(
  `add all alter analyse analyze and any array as asc asymmetric authorization between binary both by call cascade case
  cast change char character check collate column concurrently condition constraint continue convert create cross cube
  current_catalog current_date current_role current_schema current_time current_timestamp current_user cursor database
  databases declare default deferrable delete desc describe distinct div do double drop each else elseif end escaped
  except exists exit explain false fetch float for force foreign freeze from full fulltext function generated grant
  group grouping groups having if ignore ilike in index infile initially inner insert int integer intersect interval
  into is isnull iterate join key keys kill lateral lead leading leave left like limit lines load localtime
  localtimestamp lock loop match mod natural not notnull null offset on only optimize option or order out outer
  outfile over overlaps partition placing primary procedure purge qualify range rank read recursive references
  regexp release rename repeat replace require restrict return returning revoke right rlike row row_number rows schema
  schemas select separator session_user set show similar some sql ssl starting start symmetric system table tablesample
  terminated then to trailing trigger true undo union unique unlock unsigned update usage use user using values varchar
  varying variadic verbose when where while window with write xor year_month`.split(/\s+/),
);

/** Matches names that keep their case without quotes. Snowflake folds to upper case, PostgreSQL to lower case. */
const plainNames: Record<string, RegExp> = {
  snowflake: /^[A-Z_][A-Z0-9_]*$/,
  mysql: /^[a-z_][a-z0-9_]*$/i,
  sqlite: /^[a-z_][a-z0-9_]*$/i,
  duckdb: /^[a-z_][a-z0-9_]*$/i,
  bigquery: /^[a-z_][a-z0-9_]*$/i,
};
const plainName = /^[a-z_][a-z0-9_]*$/;

/** Returns a name for use in SQL, quoted if necessary. */
export function quoteName(name: string, dialect: string | undefined): string {
  const plain = plainNames[dialect ?? ''] ?? plainName;
  if (plain.test(name) && !reservedWords.has(name.toLowerCase())) return name;
  return quoteWith(name, quoteCharacter(dialect));
}

/** Returns the quote character of names in a dialect. */
export const quoteCharacter = (dialect: string | undefined): string =>
  dialect === 'mysql' || dialect === 'mariadb' || dialect === 'bigquery' ? '`' : '"';

/** Returns a name in quotes; quotes inside it are doubled. */
export const quoteWith = (name: string, quote: string): string =>
  quote + name.replaceAll(quote, quote + quote) + quote;
