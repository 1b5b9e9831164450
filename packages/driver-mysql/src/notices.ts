import type { MysqlSocket } from './mysql-socket.js';

/** Returns a row of `SHOW WARNINGS` as the client prints it. */
export const warningText = ([level, code, message]: readonly (string | null)[]): string =>
  `${(level ?? 'Warning').toUpperCase()}: ${message ?? ''} (${code ?? ''})`;

/** Advice for rows in another encoding. */
export const KEEP_UTF8 = 'Keep character_set_results at utf8mb4.';

/** Notice of a result that is not in UTF-8. */
export const otherEncoding = `NOTE: the rows are not in UTF-8; other characters than ASCII are replaced. ${KEEP_UTF8}`;

/** Notice of a statement that has set another character set. */
export const keptUtf8 = (name: string): string =>
  `NOTE: texts are sent and read as UTF-8, so the next statement runs with the character set utf8mb4 instead of ${name || 'none'}`;

/** Notice of a procedure with several results. */
export const severalResults = (results: number): string =>
  `NOTE: ${String(results)} results; only the rows of the first are stored`;

/**
 * Returns how the session reads the text in another way than the service, which has split it before the session existed;
 * undefined if it does not. The difference cannot run another statement than the author wrote: the server refuses a text
 * that ends inside a string or has several statements. Its syntax error needs an explanation.
 */
export function otherReading(
  { noBackslashEscapes, variables }: Pick<MysqlSocket, 'noBackslashEscapes' | 'variables'>,
  sql: string,
): string | undefined {
  const modes = [
    ...(noBackslashEscapes ? ['NO_BACKSLASH_ESCAPES'] : []),
    ...(variables.hasAnsiQuotes && sql.includes('"') ? ['ANSI_QUOTES'] : []),
  ];
  if (modes.length === 0 || !/\\['"]/.test(sql)) return undefined;
  return `The session has sql_mode ${modes.join(', ')}, but the text was split into statements with backslashes as escapes. Run a statement with a backslash before a quote alone, or write it without.`;
}
