import { scanTokens, type Dialect } from '@sluice/sql';
import type { DriverError } from '../contract/driver.js';
import { withHint } from '../errors.js';

/** The command-line client of a dialect, and what its commands look like where a statement could start. */
interface Client {
  name: string;
  command: RegExp;
}

const mysqlWords =
  'charset|clear|connect|delimiter|edit|ego|exit|go|nopager|notee|nowarning|pager|print|prompt|quit|rehash|resetconnection|source|status|system|tee|warnings';

const clients: Record<Dialect, Client | null> = {
  postgres: { name: 'psql', command: /^\\\S{1,20}/ },
  mysql: {
    name: 'the mysql client',
    command: new RegExp(`^(?:\\\\\\S|(?:${mysqlWords})\\b)`, 'i'),
  },
  sqlite: { name: 'sqlite3', command: /^\.[a-z]{1,20}/i },
  duckdb: { name: 'the DuckDB shell', command: /^\.[a-z_]{1,20}/i },
  snowflake: { name: 'SnowSQL', command: /^![a-z]{1,20}/i },
  bigquery: null,
  generic: null,
};

/** Maximum length of the text in which a command is looked for. */
const MAX_LENGTH = 32;
/** GO, with an optional count. */
const separatorLine = /^[ \t]*go[ \t]*(?:\d{1,9}[ \t]*)?$/im;

/**
 * Returns the error of a statement with a hint when the database rejected a command of a client, such as `\d` or `GO`.
 * Other errors are returned as they are.
 */
export function explainClientCommand(
  error: DriverError,
  sql: string,
  dialect: Dialect,
): DriverError {
  if (error.kind !== 'sql' || error.hint !== undefined) return error;
  const { position } = error;
  const places = [codeStart(sql, dialect)];
  // A command may follow the start of a statement; only a backslash is never SQL there.
  const reported =
    position === undefined
      ? ''
      : Array.from(sql)
          .slice(position - 1)
          .join('');
  if (reported.startsWith('\\')) places.push(sql.length - reported.length);
  const hint = places
    .map((at) => clientHint(sql.slice(at, at + MAX_LENGTH), clients[dialect]))
    .find((found) => found !== undefined);
  const isSeparated = hint === undefined && separatorLine.test(sql);
  const found = isSeparated
    ? 'GO is a command of sqlcmd, not SQL. End statements with a semicolon.'
    : hint;
  return found === undefined ? error : withHint(error, found);
}

function clientHint(text: string, client: Client | null): string | undefined {
  const [command] = client?.command.exec(text) ?? [];
  if (client === null || command === undefined) return undefined;
  return `${command} is a command of ${client.name}, not SQL. Run it there, or write SQL.`;
}

function codeStart(sql: string, dialect: Dialect): number {
  for (const { kind, startOffset } of scanTokens(sql, dialect)) {
    if (kind !== 'space' && kind !== 'comment') return startOffset;
  }
  return sql.length;
}
