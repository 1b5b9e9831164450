import { leadingWord } from '@sluice/driver-kit/sql/leading-words';

/** Content of CommandComplete. */
export interface Completion {
  command: string | null;
  affectedRows: number | null;
}

/** `INSERT 0 5` → INSERT, 5. A SELECT with a result set changed no rows; SELECT INTO inserted its rows. */
export function completion(tag: string, hasColumns: boolean): Completion {
  const [, command = tag, count] = /^(.*?)(?: \d+)?(?: (\d+))?$/.exec(tag) ?? [];
  const counted = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'].includes(command);
  const inserted = command === 'SELECT' && !hasColumns;
  const rows = count ?? /\d+$/.exec(tag)?.[0];
  return {
    command: command === '' ? null : command,
    affectedRows: (counted || inserted) && rows !== undefined ? Number(rows) : null,
  };
}

const guesses = new Map([
  ['select', 'SELECT'],
  ['values', 'SELECT'],
  ['table', 'SELECT'],
  ['insert', 'INSERT'],
  ['update', 'UPDATE'],
  ['delete', 'DELETE'],
  ['merge', 'MERGE'],
  ['fetch', 'FETCH'],
  ['show', 'SHOW'],
  ['explain', 'EXPLAIN'],
]);

/** Derives the command of a statement whose portal was closed at a limit: the server sends no tag then. */
export const guessedCommand = (sql: string): Completion => ({
  command: guesses.get(leadingWord(sql, 'postgres')) ?? null,
  affectedRows: null,
});
