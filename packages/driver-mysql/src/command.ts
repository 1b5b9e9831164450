import { leadingWords } from '@sluice/driver-kit/sql/leading-words';

/** Statements whose count of rows means something. */
const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'LOAD', 'CALL', 'DO']);

/** Statements that only read, so that the server may be told to stop in the middle. */
const reading = new Set([
  'SELECT',
  'WITH',
  'TABLE',
  'VALUES',
  'SHOW',
  'DESC',
  'DESCRIBE',
  'EXPLAIN',
]);

/** Of these the next word belongs to it: `CREATE TABLE`. */
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

/** What the statement is called, since the server does not say; null when it begins with no word. */
export function commandOf(sql: string): string | null {
  const [first = '', second = ''] = leadingWords(sql, 2).map((word) => word.toUpperCase());
  if (first === '') return null;
  return twoWords.has(first) && second !== '' ? `${first} ${second}` : first;
}

/** Whether the statement changes nothing by itself. */
export const onlyReads = (sql: string): boolean =>
  reading.has(leadingWords(sql, 1)[0]?.toUpperCase() ?? '');

/** The rows that the statement changed, by the server's `count`; null when that means nothing. */
export function affectedBy(sql: string, count: number | null): number | null {
  if (count === null || count > 0) return count;
  return counted.has(leadingWords(sql, 1)[0]?.toUpperCase() ?? '') ? 0 : null;
}
