import { endsInCode, type Dialect } from '@sluice/sql';
import type { DriverError, RunOptions } from '../contract/driver.js';
import { atPosition } from '../errors.js';
import { leadingWord } from './leading-words.js';

const MAX_VALUE_CHARS = 128;

/** Statements whose text, with a trailing comment, some engines store as an object's definition. */
const defining = new Set(['create', 'alter']);

/** MySQL executes the text inside these comments, which may contain the leading word. */
const executableComment = /\/\*M?!/;

/** Whether the text may become part of the schema: SQLite, MySQL and MariaDB store it verbatim. */
const mayDefine = (sql: string, dialect: Dialect): boolean =>
  defining.has(leadingWord(sql, dialect)) || executableComment.test(sql);

/** Returns the tag as one line of text, such as `sluice batch=… user=…`. */
export const tagText = (tag: NonNullable<RunOptions['tag']>): string =>
  ['sluice', ...Object.entries(tag).map(([name, value]) => `${plain(name)}=${plain(value)}`)].join(
    ' ',
  );

/**
 * Appends the tag as `/* sluice batch=… user=… *\/` on its own line. A comment in front would shift error
 * positions and hide the first word in monitoring views; a comment on the last line would vanish in a line
 * comment.
 */
export function tagged(sql: string, tag: RunOptions['tag'], dialect: Dialect | null): string {
  if (
    tag === undefined ||
    dialect === null ||
    mayDefine(sql, dialect) ||
    !endsInCode(sql, dialect)
  ) {
    return sql;
  }
  return `${sql}\n/* ${tagText(tag)} */`;
}

/**
 * Percent-encodes every character with a meaning in SQL, such as quotes, stars, slashes, spaces and line
 * breaks.
 */
const plain = (text: string): string =>
  Array.from(text.slice(0, MAX_VALUE_CHARS), (character) =>
    /^[A-Za-z0-9._@:-]$/.test(character)
      ? character
      : [...Buffer.from(character)]
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join(''),
  ).join('');

/** Moves an error position inside the appended tag to the end of the statement. */
export function withinStatement(error: DriverError, sql: string): DriverError {
  // A text has at least half as many characters as UTF-16 units, so most texts need no count.
  if (error.position === undefined || error.position <= sql.length / 2) return error;
  const end = Array.from(sql).length + 1;
  return error.position <= end ? error : atPosition(error, end);
}
