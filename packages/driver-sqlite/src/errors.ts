import { DriverError, type DriverErrorKind, type DriverErrorOptions } from '@sluice/driver-kit';

/** Error kinds by message: the iterator's errors have no code. */
const kinds: readonly (readonly [words: RegExp, kind: DriverErrorKind])[] = [
  [/readonly database|not authorized|authorization denied|prohibited/i, 'permission'],
  [/string or blob too big|out of memory/i, 'limit'],
  // Only the library's own words: RAISE of a trigger may contain any text.
  [
    /^(?:file is not a database|database disk image is malformed|unable to open database)/,
    'connection',
  ],
];

/** Returns the DriverError of a failed statement. */
export function statementError(error: unknown, sql: string): DriverError {
  const title = error instanceof Error ? error.message : String(error);
  const kind = kinds.find(([words]) => words.test(title))?.[1] ?? 'sql';
  const options: DriverErrorOptions = {
    position: kind === 'sql' ? positionOf(sql, title) : undefined,
  };
  return new DriverError(kind, 'failed', title, options);
}

/** Returns the DriverError of a file that could not be opened. */
export const openError = (error: unknown): DriverError =>
  new DriverError(
    'connection',
    'not_run',
    error instanceof Error ? error.message : 'Cannot open the database',
  );

/**
 * Returns the position of the word in the message if it occurs once in the text: the library does not pass on
 * SQLite's own offset, and a wrong position is worse than none.
 */
function positionOf(sql: string, message: string): number | undefined {
  const word =
    /^near "(.+)": syntax error$/s.exec(message)?.[1] ??
    /^no such (?:column|table|function|view|index|trigger): (.+)$/s.exec(message)?.[1] ??
    /^unrecognized token: "(.+)"$/s.exec(message)?.[1];
  if (word === undefined) return undefined;
  const at = soleWord(sql, word);
  return at < 0 ? undefined : Array.from(sql.slice(0, at)).length + 1;
}

function soleWord(sql: string, word: string): number {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const edge = '[\\p{L}\\p{N}_$]';
  const starts = /^[\p{L}\p{N}_$]/u.test(word) ? `(?<!${edge})` : '';
  const ends = /[\p{L}\p{N}_$]$/u.test(word) ? `(?!${edge})` : '';
  const [first, second] = [...sql.matchAll(new RegExp(starts + escaped + ends, 'giu'))];
  return first && !second ? first.index : -1;
}
