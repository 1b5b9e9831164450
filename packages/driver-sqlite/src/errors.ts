import { DriverError, type DriverErrorKind, type DriverErrorOptions } from '@sluice/driver-kit';

/** What the library says, by the words in it: the iterator's errors carry no code. */
const kinds: readonly (readonly [words: RegExp, kind: DriverErrorKind])[] = [
  [/readonly database|not authorized|authorization denied|prohibited/i, 'permission'],
  [/string or blob too big|out of memory/i, 'limit'],
  [/file is not a database|disk image is malformed|unable to open database/i, 'connection'],
];

/** The engine's refusal of a statement. */
export function statementError(error: unknown, sql: string): DriverError {
  const title = error instanceof Error ? error.message : String(error);
  const kind = kinds.find(([words]) => words.test(title))?.[1] ?? 'sql';
  const options: DriverErrorOptions = { position: kind === 'sql' ? place(sql, title) : undefined };
  return new DriverError(kind, 'failed', title, options);
}

/** Why the file could not be opened. */
export const openError = (error: unknown): DriverError =>
  new DriverError(
    'connection',
    'not_run',
    error instanceof Error ? error.message : 'The database could not be opened',
  );

/**
 * Where the word stands that the message names, when it stands there once: the library does not pass
 * SQLite's own offset on, and a wrong place is worse than none.
 */
function place(sql: string, message: string): number | undefined {
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
