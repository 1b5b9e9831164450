import type { IndexedTable } from './schema-index.js';

/** Tables that match, best first. */
export interface SearchResult {
  found: IndexedTable[];
  /** Number of all matches. */
  total: number;
  /** No table matches all words: the result matches some. */
  isPartial: boolean;
}

/** More words would not narrow a search further. */
const MAX_WORDS = 10;

/** Weights of a word by the place of the match. */
const weights = { wholeName: 10, name: 6, comment: 3, column: 2, columnComment: 1 } as const;

/** Returns the words of a query in lower case, without a plural “s”. */
export const wordsOf = (query: string): string[] =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    .map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word))
    .slice(0, MAX_WORDS);

/**
 * Finds tables by words in the names and comments of tables and columns. Tables that match all words, or
 * else those that match most. Without words: all tables in their order.
 */
export function searchTables(
  tables: readonly IndexedTable[],
  query: string,
  limit: number,
): SearchResult {
  const words = wordsOf(query);
  if (words.length === 0) {
    return { found: tables.slice(0, limit), total: tables.length, isPartial: false };
  }
  const scored = tables
    .map((table) => ({ table, ...scoreOf(table, words) }))
    .filter(({ matched }) => matched > 0);
  const most = scored.reduce((max, { matched }) => Math.max(max, matched), 0);
  const best = scored.filter(({ matched }) => matched === most);
  // Shorter names are closer to the query.
  best.sort((a, b) => b.score - a.score || a.table.name.length - b.table.name.length);
  return {
    found: best.slice(0, limit).map(({ table }) => table),
    total: best.length,
    isPartial: most < words.length,
  };
}

function scoreOf(
  table: IndexedTable,
  words: readonly string[],
): { matched: number; score: number } {
  let matched = 0;
  let score = 0;
  for (const word of words) {
    const weight = weightOf(table, word);
    if (weight > 0) matched += 1;
    score += weight;
  }
  return { matched, score };
}

function weightOf({ name, comment, columns, columnComments }: IndexedTable, word: string): number {
  if (name.endsWith(`.${word}`) || name.endsWith(`.${word}s`)) return weights.wholeName;
  if (name.includes(word)) return weights.name;
  if (comment.includes(word)) return weights.comment;
  if (columns.includes(word)) return weights.column;
  return columnComments.includes(word) ? weights.columnComment : 0;
}
