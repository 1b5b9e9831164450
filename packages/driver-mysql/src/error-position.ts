import { DriverError } from '@sluice/driver-kit';
import type { ServerError } from './errors.js';

/** Error number of a text that the server cannot parse. */
const SYNTAX_ERROR = 1064;

/**
 * Adds the position of an error in the statement. The server sends no position: a syntax error quotes the text
 * that follows it with a line number, other errors quote a name. `syntaxHint` is added to syntax errors.
 */
export function withPosition(error: ServerError, sql: string, syntaxHint?: string): DriverError {
  const hint = error.number === SYNTAX_ERROR ? syntaxHint : undefined;
  const title = withoutTag(error.title);
  const index = syntaxErrorAt(error.title, sql) ?? nameAt(error, sql);
  const position = index === undefined ? undefined : Array.from(sql.slice(0, index)).length + 1;
  if (position === undefined && title === error.title && hint === undefined) return error;
  return new DriverError(error.kind, error.outcome, title, {
    sqlState: error.sqlState,
    position,
    hint,
    cause: error,
  });
}

/** The appended tag comment is removed: it is meaningless to the author of the statement. */
const withoutTag = (title: string): string =>
  title.replace(/\n\/\* sluice[^*]*(?:\*\/)?(?=' at line)/, '');

/** `… near 'fro t' at line 3` quotes the text from the error on; MariaDB ends a long one with `...`. */
function syntaxErrorAt(title: string, sql: string): number | undefined {
  const [, rest, line] = /near '([^]*)' at line (\d+)$/.exec(title) ?? [];
  if (rest === undefined || line === undefined) return undefined;
  if (rest === '') return sql.length;
  const from = startOfLine(sql, Number(line));
  return [rest, rest.replace(/\.\.\.$/, '')]
    .map((text) => sql.indexOf(text, from))
    .find((index) => index >= 0);
}

function startOfLine(sql: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const next = sql.indexOf('\n', at);
    if (next < 0) return at;
    at = next + 1;
  }
  return at;
}

/** Unknown column, table, function, database or variable: the first quoted text is its name. */
const aboutNames = new Set([1049, 1054, 1109, 1146, 1193, 1305, 1360, 1630]);

/** Position of the name if it occurs only once in the text. */
function nameAt({ number, title }: ServerError, sql: string): number | undefined {
  if (!aboutNames.has(number)) return undefined;
  const name = /'([^']+)'/.exec(title)?.[1]?.split('.').at(-1);
  if (name === undefined) return undefined;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = [...sql.matchAll(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, 'giu'))];
  return found.length === 1 ? found[0]?.index : undefined;
}
