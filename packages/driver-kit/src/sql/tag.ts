import { endsInCode, type Dialect } from '@sluice/sql';
import { DriverError, type RunOptions } from '../contract/driver.js';
import { leadingWord } from './leading-words.js';

const longestValue = 128;

/** Statements whose text, with a comment behind it, some engines keep as the definition of an object. */
const defining = new Set(['create', 'alter']);

/** MySQL runs what stands in these comments: the leading word may be in one. */
const executableComment = /\/\*M?!/;

/** Whether the text may become a part of the schema: SQLite, MySQL and MariaDB keep it to its last byte. */
const mayDefine = (sql: string): boolean =>
  defining.has(leadingWord(sql)) || executableComment.test(sql);

/** The tag as one line of text, such as `sluice batch=… user=…`. */
export const tagText = (tag: NonNullable<RunOptions['tag']>): string =>
  ['sluice', ...Object.entries(tag).map(([name, value]) => `${plain(name)}=${plain(value)}`)].join(
    ' ',
  );

/**
 * The statement with its tag behind it, as `/* sluice batch=… user=… *\/` on a line of its own: a
 * comment before it would move error positions and hide the first word from those who watch, and one
 * on the same line would vanish in a line comment.
 */
export function tagged(sql: string, tag: RunOptions['tag'], dialect: Dialect | null): string {
  if (tag === undefined || dialect === null || mayDefine(sql) || !endsInCode(sql, dialect)) {
    return sql;
  }
  return `${sql}\n/* ${tagText(tag)} */`;
}

/** Nothing that means anything in any SQL: no quote, no star, no slash, no space, no line break. */
const plain = (text: string): string =>
  Array.from(text.slice(0, longestValue), (character) =>
    /^[A-Za-z0-9._@:-]$/.test(character)
      ? character
      : [...Buffer.from(character)]
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join(''),
  ).join('');

/** An error at the very end of what was sent is one at the end of the statement. */
export function withinStatement(error: DriverError, sql: string): DriverError {
  // No text has fewer characters than half its UTF-16 units: most need not be counted.
  if (error.position === undefined || error.position <= sql.length / 2) return error;
  const end = Array.from(sql).length + 1;
  if (error.position <= end) return error;
  const { kind, outcome, title, detail, hint, sqlState, cause } = error;
  return new DriverError(kind, outcome, title, { detail, hint, position: end, sqlState, cause });
}
