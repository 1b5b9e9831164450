import { isWordPart } from './characters.js';
import type { QuoteRule } from './lexicon.js';
import { looksLikeBracketIdentifier } from './skip.js';

/** The quote rules of a dialect by the code of the first character. */
export type QuoteTable = Map<number, QuoteRule[]>;

/** A string of PostgreSQL. While standard_conforming_strings is off, a wrong rule would read its second half, too. */
const standardString: QuoteRule = {
  open: "'",
  close: "'",
  doubling: true,
  continuesOnNextLine: true,
};
/** Plain strings of PostgreSQL while standard_conforming_strings is off: like strings with the prefix E. */
const escapeString: QuoteRule = { ...standardString, backslash: true };
/** Prefixes of strings that never have escapes. */
const bitPrefixes = new Set(['b', 'x']);

/** Maximum length of the prefix of a quote. */
export const MAX_PREFIX_LENGTH = 2;

/** Builds the table of a dialect's rules, which keep their order. */
export function quoteTable(rules: readonly QuoteRule[]): QuoteTable {
  const table: QuoteTable = new Map();
  for (const rule of rules) {
    const first = rule.open.charCodeAt(0);
    table.set(first, [...(table.get(first) ?? []), rule]);
  }
  return table;
}

/** Context of a quote. */
export interface QuoteContext {
  /** Lower-case word directly before it, or ''. */
  prefix: string;
  /** Backslashes escape in plain strings. */
  hasEscapes: boolean;
}

/** The rule of the quote that opens at `start`, and the length of its mark; undefined when none does. */
export function quoteAt(
  table: QuoteTable,
  text: string,
  start: number,
  { prefix, hasEscapes }: QuoteContext,
): { rule: QuoteRule; length: number } | undefined {
  for (const rule of table.get(text.charCodeAt(start)) ?? []) {
    if (rule.prefix !== undefined && rule.prefix !== prefix) continue;
    if (!text.startsWith(rule.open, start)) continue;
    if (rule.unlessArray === true && !looksLikeBracketIdentifier(text, start)) continue;
    const { length } = rule.open;
    if (!hasEscapes || text.charAt(start) !== "'") return { rule, length };
    const isStandard = bitPrefixes.has(prefix) || hasUnicodePrefix(text, start);
    return { rule: isStandard ? standardString : escapeString, length };
  }
  return undefined;
}

/** Whether the quote at `start` is that of `U&'..'`. */
const hasUnicodePrefix = (text: string, start: number): boolean =>
  text.slice(Math.max(0, start - 2), start).toLowerCase() === 'u&' &&
  !isWordPart(text.charCodeAt(start - 3));
