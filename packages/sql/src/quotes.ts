import type { QuoteRule } from './lexicon.js';
import { looksLikeBracketIdentifier } from './skip.js';

/** The quote rules of a dialect by the code of the first character. */
export type QuoteTable = Map<number, QuoteRule[]>;

/** Plain strings of PostgreSQL while standard_conforming_strings is off: like strings with the prefix E. */
const escapeString: QuoteRule = {
  open: "'",
  close: "'",
  doubling: true,
  backslash: true,
  continuesOnNextLine: true,
};

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
    const isPlainString = hasEscapes && text.charAt(start) === "'";
    return { rule: isPlainString ? escapeString : rule, length: rule.open.length };
  }
  return undefined;
}
