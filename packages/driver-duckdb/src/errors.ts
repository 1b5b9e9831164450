import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';

/** DuckDB's messages start with the class of the error. */
const kinds: readonly (readonly [words: RegExp, kind: DriverErrorKind])[] = [
  [/^INTERRUPT Error/i, 'cancelled'],
  [/^Permission Error|in read-only mode|configuration has been locked/i, 'permission'],
  [/disabled (?:by|through) configuration/i, 'permission'],
  [/^Out of Memory Error/i, 'limit'],
];

/** Removes wrappers such as `Failed to extract statements: Parser Error: …`. */
const wrapping = /^(?:Failed to [a-z ]+: )+/;
/** After an empty line the message repeats the line of the statement, with a caret below the position. */
const quoted = /\n\nLINE (\d+): (.*)\n( *)\^/;

/** Returns the DriverError of a failed statement. */
export function statementError(error: unknown, sql: string): DriverError {
  const message = (error instanceof Error ? error.message : String(error)).replace(wrapping, '');
  const [title = message, ...rest] = message.replace(quoted, '').split('\n');
  const kind = kinds.find(([words]) => words.test(message))?.[1] ?? 'sql';
  const hint = rest.join('\n').trim();
  return new DriverError(kind, 'failed', title, {
    hint: hint === '' ? undefined : hint,
    position: positionOf(sql, message),
  });
}

/** Returns the DriverError of a database that could not be opened. */
export const openError = (error: unknown): DriverError =>
  new DriverError(
    'connection',
    'not_run',
    error instanceof Error ? error.message : 'Cannot open the database',
  );

function positionOf(sql: string, message: string): number | undefined {
  const [, number, shown = '', indent = ''] = quoted.exec(message) ?? [];
  // DuckDB shows only a part of a long line.
  if (number === undefined || shown.startsWith('...')) return undefined;
  const lines = sql.split('\n');
  const before = lines.slice(0, Number(number) - 1).join('\n');
  const line = lines[Number(number) - 1];
  if (line === undefined || !line.startsWith(shown.replace(/\.\.\.$/, ''))) return undefined;
  const column = indent.length - `LINE ${number}: `.length;
  return Array.from(before).length + (before === '' && number === '1' ? 0 : 1) + column + 1;
}
