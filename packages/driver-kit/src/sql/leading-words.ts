import { scanTokens, type Dialect } from '@sluice/sql';

/** Maximum length of a word; longer ones are names. */
const MAX_LENGTH = 32;

/** Returns up to `count` first words of a statement, after comments, white space and parentheses. */
export function leadingWords(sql: string, count: number, dialect: Dialect): string[] {
  const words: string[] = [];
  for (const { kind, startOffset, endOffset } of scanTokens(sql, dialect)) {
    if (kind === 'space' || kind === 'comment' || sql[startOffset] === '(') continue;
    if (kind === 'line') return leadingWords(sql.slice(startOffset, endOffset), count, dialect);
    if (kind !== 'word') break;
    const [word] = /^[a-z_]+/i.exec(sql.slice(startOffset, endOffset).slice(0, MAX_LENGTH)) ?? [];
    if (word === undefined || words.push(word) >= count) break;
  }
  return words;
}

/** Returns the first word in lower case; empty if there is none. */
export const leadingWord = (sql: string, dialect: Dialect): string =>
  leadingWords(sql, 1, dialect)[0]?.toLowerCase() ?? '';
