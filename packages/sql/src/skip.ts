import { code, isDigit, isSpace, isWordPart, isWordStart } from './characters.js';
import type { Lexicon, LineCommentRule, QuoteRule } from './lexicon.js';

/** Maximum length of an identifier in brackets (SQL Server's limit); it bounds the lookahead. */
const MAX_BRACKET_LENGTH = 128;

const stageNameQuote: QuoteRule = { open: '"', close: '"', doubling: true };
const pathEnds = new Set(Array.from(";,)'", (mark) => mark.charCodeAt(0)));

/** The end of the white space and terminators from `from` on. */
export function emptyPiecesEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c !== code.semicolon && !isSpace(c)) break;
    at += 1;
  }
  return at;
}

/** The end of the quoted text whose content starts at `from`; the end of the text when unterminated. */
export function quotedEnd(text: string, from: number, rule: QuoteRule): number {
  const closeCode = rule.close.charCodeAt(0);
  const length = rule.close.length;
  let at = from;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === code.backslash && rule.backslash === true) {
      at += 2;
    } else if (c !== closeCode || (length > 1 && !text.startsWith(rule.close, at))) {
      at += 1;
    } else if (rule.doubling === true && text.charCodeAt(at + 1) === closeCode) {
      at += 2;
    } else {
      const next = rule.continuesOnNextLine === true ? continuation(text, at + 1, closeCode) : -1;
      if (next < 0) return at + length;
      at = next;
    }
  }
  return text.length;
}

/** Position at which the content continues after white space with a line break, or -1. */
function continuation(text: string, from: number, quote: number): number {
  let at = from;
  let lineBreak = false;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === quote) return lineBreak ? at + 1 : -1;
    if (text.startsWith('--', at)) {
      at = lineCommentEnd(text, at, true);
    } else if (isSpace(c)) {
      lineBreak ||= c === code.lineFeed || c === code.carriageReturn;
      at += 1;
    } else {
      return -1;
    }
  }
  return -1;
}

/**
 * Whether `[` at `at` opens an identifier. `a[1]`, `f(x)[';']`, `['a', 'b']` and `[1, 2]` are arrays, whose quotes count;
 * `[order;line]` and `[it's]` are names. This is a heuristic: a name must start like one, contain no comma, and close on
 * its line.
 */
export function looksLikeBracketIdentifier(text: string, at: number): boolean {
  const before = at === 0 ? 32 : text.charCodeAt(at - 1);
  if (isWordPart(before) || `)]'"\``.includes(String.fromCharCode(before))) return false;
  const first = text.charCodeAt(at + 1);
  if (!isWordStart(first) && first !== 35 && first !== 64) return false;
  const end = Math.min(text.length, at + MAX_BRACKET_LENGTH + 2);
  for (let i = at + 1; i < end; i += 1) {
    const c = text.charAt(i);
    if (c === ']') return true;
    if (c === ',' || c === '\n' || c === '\r') return false;
  }
  return false;
}

/** Whether a comment of this kind starts at `at`, anywhere in a statement. */
export function startsLineComment(text: string, at: number, rule: LineCommentRule): boolean {
  if (!text.startsWith(rule.start, at)) return false;
  if (rule.needsSpace !== true) return true;
  const next = at + rule.start.length;
  if (next >= text.length) return true;
  const c = text.charCodeAt(next);
  return c <= 32 || c === 127;
}

/** The end of a line comment, before its line break. */
export function lineCommentEnd(text: string, at: number, atCarriageReturn: boolean): number {
  let end = at;
  while (end < text.length) {
    const c = text.charCodeAt(end);
    if (c === code.lineFeed || (atCarriageReturn && c === code.carriageReturn)) break;
    end += 1;
  }
  return end;
}

/** The end of the block comment that starts at `at`, or -1 when it is not closed. */
export function blockCommentEnd(text: string, at: number, nested: boolean): number {
  if (!nested) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? -1 : end + 2;
  }
  let depth = 1;
  let i = at + 2;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === code.star && text.charCodeAt(i + 1) === code.slash) {
      i += 2;
      depth -= 1;
      if (depth === 0) return i;
    } else if (c === code.slash && text.charCodeAt(i + 1) === code.star) {
      i += 2;
      depth += 1;
    } else {
      i += 1;
    }
  }
  return -1;
}

/** Start of the code inside a comment marked `!` or `!40101`, or -1 for other comments. */
export function executableCommentStart(text: string, start: number): number {
  let at = start + 2;
  // MariaDB marks code that only MariaDB runs with `M!`.
  if (text.startsWith('M!', at)) at += 2;
  else if (text.startsWith('!', at)) at += 1;
  else return -1;
  const versionLimit = at + 6;
  while (at < versionLimit && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of the dollar-quoted text that opens at `at`, or -1 when there is none. */
export function dollarQuotedEnd(text: string, at: number, kind: Lexicon['dollarQuotes']): number {
  let contentStart = at + 1;
  if (kind === 'tagged' && isWordStart(text.charCodeAt(contentStart))) {
    while (contentStart < text.length) {
      const c = text.charCodeAt(contentStart);
      if (!isWordStart(c) && !isDigit(c)) break;
      contentStart += 1;
    }
  }
  if (text.charCodeAt(contentStart) !== code.dollar) return -1;
  contentStart += 1;
  const tag = text.slice(at, contentStart);
  // It searches from dollar to dollar: a tag contains none inside, so no character is compared twice. Searching for the
  // whole tag could cost its length at every step.
  let close = text.indexOf('$', contentStart);
  while (close >= 0 && !text.startsWith(tag, close)) close = text.indexOf('$', close + 1);
  return close < 0 ? text.length : close + tag.length;
}

/**
 * The end of an unquoted path whose prefix ends at `from`. In Snowflake a path ends at white space or at a separator of
 * expressions. The name of a stage in it may be quoted (`@db."a b"/c`).
 */
export function pathEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === code.doubleQuote) {
      const before = text.charCodeAt(at - 1);
      if (before !== code.at && before !== code.dot) break;
      at = quotedEnd(text, at + 1, stageNameQuote);
    } else if (isSpace(c) || pathEnds.has(c)) {
      break;
    } else {
      at += 1;
    }
  }
  return at;
}

/** Whether the word from `start` to `end` is the scheme of a path, as in `file://`. */
export function startsPath(
  text: string,
  start: number,
  end: number,
  paths: readonly string[] | undefined,
): boolean {
  if (paths === undefined || !text.startsWith('://', end)) return false;
  return paths.includes(text.slice(start, end + 3).toLowerCase());
}
