import { BodyTracker } from './body-tracker.js';
import { code, isWordPart, kind, kindTable } from './characters.js';
import type { Lexicon, QuoteRule } from './lexicon.js';
import { readDelimiterLine, separatorLineEnd } from './line-commands.js';
import {
  blockCommentEnd,
  dollarQuotedEnd,
  executableCommentStart,
  lineCommentEnd,
  looksLikeBracketIdentifier,
  quotedEnd,
  startsLineComment,
} from './skip.js';

/** What ended a piece: a terminator, a line for the splitter (DELIMITER, GO), or the text's end. */
type Boundary = 'terminator' | 'command' | 'end';

/** Longest word the body tracker knows; longer ones are names. */
const maxKeywordLength = 16;
/** Longest word that may be a quote's prefix. */
const maxPrefixLength = 2;

/**
 * Reads a text from boundary to boundary in one pass over its UTF-16 codes. Every step moves
 * forward, and what looks ahead is bounded or ends where the next step begins, so the time is linear
 * for any input.
 */
export class Scanner {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #kinds: Uint8Array;
  readonly #quotes: Map<number, QuoteRule[]>;
  readonly #tracker: BodyTracker;
  readonly #terminator: string;
  /** The delimiter a DELIMITER line set, or '' for the dialect's own terminator. */
  #delimiter = '';
  #delimiterCode = -1;
  #delimiterIsWord = false;
  #position = 0;
  #parentheses = 0;
  #inExecutableComment = false;
  #hasContent = false;
  #boundaryStart = 0;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#kinds = kindTable(lexicon);
    this.#quotes = quotesByCode(lexicon.quotes);
    this.#tracker = new BodyTracker(lexicon.bodies);
    this.#terminator = lexicon.terminator ?? '';
    if (text.charCodeAt(0) === code.byteOrderMark) this.#position = 1;
  }

  /** Where the next piece starts, which is where the last boundary ended. */
  get position(): number {
    return this.#position;
  }

  /** Whether the piece that was read holds more than comments and white space. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Where the piece that was read ends and its boundary starts. */
  get boundaryStart(): number {
    return this.#boundaryStart;
  }

  /** Starts a piece where the last boundary ended; {@link readOn} reads it. */
  beginPiece(): void {
    this.#hasContent = false;
    this.#parentheses = 0;
    this.#inExecutableComment = false;
    this.#tracker.reset();
    // The client's own delimiter is chosen so that bodies need no understanding.
    if (this.#delimiter !== '') this.#tracker.mute();
  }

  /** Reads on to the boundary of the piece, for `maxSteps` tokens at most; undefined: there is more to read. */
  readOn(maxSteps: number): Boundary | undefined {
    for (let left = maxSteps; this.#position < this.#text.length; left--) {
      if (left <= 0) return undefined;
      const boundary = this.#step();
      if (boundary !== undefined) return boundary;
    }
    this.#boundaryStart = this.#text.length;
    return 'end';
  }

  #step(): Boundary | undefined {
    const start = this.#position;
    const c = this.#text.charCodeAt(start);
    if (c === this.#delimiterCode && this.#isDelimiter(start)) {
      return this.#finish('terminator', start, start + this.#delimiter.length);
    }
    switch ((c < 128 ? this.#kinds[c] : kind.word) ?? kind.other) {
      case kind.space:
        this.#position = start + 1;
        return undefined;
      case kind.word:
        return this.#word(start);
      case kind.digit:
        // `1$a$` is a number and a dollar quote; where there are none, `$` is part of a name.
        this.#symbol(start, this.#wordEnd(start, this.#lexicon.dollarQuotes === 'none'));
        return undefined;
      case kind.quote:
        this.#quote(start, '');
        return undefined;
      case kind.comment:
        this.#comment(start);
        return undefined;
      case kind.dollar:
        this.#dollar(start);
        return undefined;
      case kind.semicolon:
        return this.#semicolon(start);
      case kind.star:
        this.#star(start);
        return undefined;
      case kind.open:
      case kind.close:
        this.#parenthesis(start, this.#kinds[c] === kind.open);
        return undefined;
      default:
        this.#symbol(start, start + 1);
        return undefined;
    }
  }

  #finish(boundary: Boundary, start: number, end: number): Boundary {
    this.#boundaryStart = start;
    this.#position = end;
    return boundary;
  }

  /** Goes on after a token that is no word; the tracker sees '' for more than one character. */
  #symbol(start: number, end: number): void {
    this.#position = end;
    this.#hasContent = true;
    if (this.#parentheses > 0 || !this.#tracker.listening) return;
    this.#tracker.symbol(end - start === 1 ? this.#text.charAt(start) : '');
  }

  #word(start: number): Boundary | undefined {
    const text = this.#text;
    const end = this.#wordEnd(start, true);
    const command = this.#command(start, end);
    if (command !== undefined) return command;
    this.#position = end;
    this.#hasContent = true;
    const next = text.charCodeAt(end);
    if (end - start <= maxPrefixLength && this.#kinds[next] === kind.quote) {
      this.#quote(end, text.slice(start, end).toLowerCase());
    } else if (this.#parentheses === 0 && this.#tracker.listening) {
      const word = end - start > maxKeywordLength ? '' : text.slice(start, end).toUpperCase();
      this.#tracker.word(word, text.charAt(start - 1));
    }
    return undefined;
  }

  #wordEnd(start: number, dollars: boolean): number {
    const text = this.#text;
    let end = start + 1;
    while (end < text.length) {
      const c = text.charCodeAt(end);
      if (!isWordPart(c) || (c === code.dollar && !dollars)) break;
      // `END$$` needs no space before the delimiter; `END go` does.
      if (c === this.#delimiterCode && !this.#delimiterIsWord && this.#isDelimiter(end)) break;
      end += 1;
    }
    return end;
  }

  /** Obeys a DELIMITER or separator line when this word starts one. */
  #command(start: number, end: number): Boundary | undefined {
    const { delimiterCommand, separatorWord } = this.#lexicon;
    if (delimiterCommand && !this.#hasContent && this.#isWord(start, end, 'DELIMITER')) {
      const line = readDelimiterLine(this.#text, end);
      if (line !== undefined) {
        this.#setDelimiter(line.delimiter);
        return this.#finish('command', start, line.end);
      }
    }
    if (separatorWord !== null && this.#isWord(start, end, separatorWord)) {
      const lineEnd = separatorLineEnd(this.#text, start, end);
      if (lineEnd >= 0) return this.#finish('command', start, lineEnd);
    }
    return undefined;
  }

  #isWord(start: number, end: number, word: string): boolean {
    return end - start === word.length && this.#text.slice(start, end).toUpperCase() === word;
  }

  #setDelimiter(delimiter: string): void {
    this.#delimiter = delimiter === this.#lexicon.terminator ? '' : delimiter;
    this.#delimiterCode = this.#delimiter === '' ? -1 : delimiter.charCodeAt(0);
    this.#delimiterIsWord = isAsciiWordPart(this.#delimiterCode);
  }

  #isDelimiter(at: number): boolean {
    if (this.#inExecutableComment || !this.#text.startsWith(this.#delimiter, at)) return false;
    const next = at + this.#delimiter.length;
    const glued =
      isWordPart(this.#text.charCodeAt(next)) && isWordPart(this.#text.charCodeAt(next - 1));
    return !(this.#delimiterIsWord && glued);
  }

  #quote(start: number, prefix: string): void {
    const text = this.#text;
    const rules = this.#quotes.get(text.charCodeAt(start)) ?? [];
    for (const rule of rules) {
      if (rule.prefix !== undefined && rule.prefix !== prefix) continue;
      if (!text.startsWith(rule.open, start)) continue;
      if (rule.unlessArray === true && !looksLikeBracketIdentifier(text, start)) continue;
      this.#symbol(start, quotedEnd(text, start + rule.open.length, rule));
      return;
    }
    this.#symbol(start, start + 1);
  }

  #dollar(start: number): void {
    const end = dollarQuotedEnd(this.#text, start, this.#lexicon.dollarQuotes === 'tagged');
    this.#symbol(start, end < 0 ? start + 1 : end);
  }

  #comment(start: number): void {
    const text = this.#text;
    if (text.charCodeAt(start) === code.slash && text.charCodeAt(start + 1) === code.star) {
      this.#blockComment(start);
      return;
    }
    const { lineComments, carriageReturnEndsComment } = this.#lexicon;
    for (const rule of lineComments) {
      if (startsLineComment(text, start, rule)) {
        this.#position = lineCommentEnd(text, start, carriageReturnEndsComment);
        return;
      }
    }
    this.#symbol(start, start + 1);
  }

  #blockComment(start: number): void {
    const { executableComments, nestedComments } = this.#lexicon;
    const codeStart = executableComments ? executableCommentStart(this.#text, start) : -1;
    if (codeStart >= 0) {
      // Its content is read as code: quotes in it may hold what looks like its end.
      this.#inExecutableComment = true;
      this.#hasContent = true;
      this.#position = codeStart;
      return;
    }
    const end = blockCommentEnd(this.#text, start, nestedComments);
    // An unterminated comment is sent, so that the database can say so.
    this.#hasContent ||= end < 0 || (executableComments && this.#text.startsWith('+', start + 2));
    this.#position = end < 0 ? this.#text.length : end;
  }

  #star(start: number): void {
    if (this.#inExecutableComment && this.#text.charCodeAt(start + 1) === code.slash) {
      this.#inExecutableComment = false;
      this.#position = start + 2;
    } else {
      this.#symbol(start, start + 1);
    }
  }

  #semicolon(start: number): Boundary | undefined {
    if (this.#delimiter !== '' || this.#terminator === '') {
      this.#symbol(start, start + 1);
      return undefined;
    }
    const inParentheses = this.#parentheses > 0 && this.#lexicon.parenthesesHoldTerminators;
    const held = inParentheses || this.#tracker.terminator() || this.#inExecutableComment;
    if (!held) return this.#finish('terminator', start, start + 1);
    // Elsewhere no statement of a body goes on in parentheses past its terminator, so that one
    // forgotten parenthesis does not hide the body's end.
    if (!inParentheses) this.#parentheses = 0;
    this.#hasContent = true;
    this.#position = start + 1;
    return undefined;
  }

  #parenthesis(start: number, opens: boolean): void {
    if (!opens) this.#parentheses = Math.max(0, this.#parentheses - 1);
    this.#symbol(start, start + 1);
    if (opens) this.#parentheses += 1;
  }
}

function quotesByCode(rules: readonly QuoteRule[]): Map<number, QuoteRule[]> {
  const byCode = new Map<number, QuoteRule[]>();
  for (const rule of rules) {
    const first = rule.open.charCodeAt(0);
    byCode.set(first, [...(byCode.get(first) ?? []), rule]);
  }
  return byCode;
}

function isAsciiWordPart(c: number): boolean {
  return c < 128 && c !== code.dollar && isWordPart(c);
}
