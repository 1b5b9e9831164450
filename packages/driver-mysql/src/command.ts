import { leadingWord, leadingWords } from '@sluice/driver-kit/sql/leading-words';

/** Statements whose affected row count is meaningful. */
const counted = new Set(['insert', 'update', 'delete', 'replace', 'load', 'call', 'do']);

/** Statements that only read, so they can be interrupted. */
const reading = new Set([
  'select',
  'with',
  'table',
  'values',
  'show',
  'desc',
  'describe',
  'explain',
]);

/** Commands of two words, such as `CREATE TABLE`. */
const twoWords = new Set([
  'CREATE',
  'DROP',
  'ALTER',
  'RENAME',
  'TRUNCATE',
  'LOCK',
  'UNLOCK',
  'START',
]);

/** Derives the command from the text, because the server reports none; null without a leading word. */
export function commandOf(sql: string): string | null {
  const [first = '', second = ''] = leadingWords(sql, 2, 'mysql').map((word) => word.toUpperCase());
  if (first === '') return null;
  return twoWords.has(first) && second !== '' ? `${first} ${second}` : first;
}

/** Returns whether the statement itself changes nothing. */
export const onlyReads = (sql: string): boolean => reading.has(leadingWord(sql, 'mysql'));

/** Returns the affected rows by the server's `count`; null if the count is meaningless. */
export function affectedBy(sql: string, count: number | null): number | null {
  if (count === null || count > 0) return count;
  return counted.has(leadingWord(sql, 'mysql')) ? 0 : null;
}
