import { BodyTracker } from './body-tracker.js';
import { code, isSpace, isWordPart, kind, kindTable } from './characters.js';
import type { Lexicon, LineCommentRule, QuoteRule } from './lexicon.js';
import { readDelimiter, readDelimiterLine, separatorLineEnd } from './line-commands.js';
import {
  blockCommentEnd,
  dollarQuotedEnd,
  executableCommentStart,
  lineCommentEnd,
  looksLikeBracketIdentifier,
  pathEnd,
  quotedEnd,
  startsLineComment,
} from './skip.js';
import { StandardStrings } from './standard-strings.js';

/** What ended a piece: a terminator, a line for the splitter (DELIMITER, GO), or the text's end. */
type Boundary = 'terminator' | 'command' | 'end';

/** Plain strings of PostgreSQL while standard_conforming_strings is off: as if each had an E before it. */
const escaping: QuoteRule = {
  open: "'",
  close: "'",
  doubling: true,
  backslash: true,
  continuesOnNextLine: true,
};
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
  /** Where a setting decides what a backslash is; else undefined. */
  readonly #strings: StandardStrings | undefined;
  /** The delimiter a DELIMITER line set, or '' for the dialect's own terminator. */
  #delimiter = '';
  #delimiterCode = -1;
  #delimiterIsWord = false;
  #position = 0;
  #parentheses = 0;
  #inExecutableComment = false;
  #hasContent = false;
  #pieceStart = 0;
  #boundaryStart = 0;
  /** Of the word that the piece starts with; 0 and 0 when it starts with another token. */
  #firstWordStart = 0;
  #firstWordEnd = 0;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#kinds = kindTable(lexicon);
    this.#quotes = quotesByCode(lexicon.quotes);
    this.#tracker = new BodyTracker(lexicon.bodies);
    this.#terminator = lexicon.terminator ?? '';
    if (lexicon.standardStringsSetting === true) this.#strings = new StandardStrings();
    if (text.charCodeAt(0) === code.byteOrderMark) this.#position = 1;
  }

  /** Where the next piece starts, which is where the last boundary ended. */
  get position(): number {
    return this.#position;
  }

  /** Where the piece that was read starts, without lines that must not be sent. */
  get pieceStart(): number {
    return this.#pieceStart;
  }

  /** Whether the piece that was read holds more than comments and white space. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Where the piece that was read ends and its boundary starts. */
  get boundaryStart(): number {
    return this.#boundaryStart;
  }

  /** Goes past pieces without content, up to where one may start that has some. */
  skipEmptyPieces(): void {
    if (this.#terminator === '' || this.#delimiter !== '') return;
    while (this.#position < this.#text.length) {
      const c = this.#text.charCodeAt(this.#position);
      if (c !== code.semicolon && !isSpace(c)) return;
      this.#position += 1;
    }
  }

  /** Reads one piece and its boundary. */
  readPiece(): Boundary {
    this.beginPiece();
    return this.readOn(Number.POSITIVE_INFINITY) ?? 'end';
  }

  /** Starts a piece where the last boundary ended; {@link readOn} reads it. */
  beginPiece(): void {
    this.#hasContent = false;
    this.#pieceStart = this.#position;
    this.#firstWordStart = 0;
    this.#firstWordEnd = 0;
    this.#parentheses = 0;
    this.#inExecutableComment = false;
    this.#tracker.reset();
    // A delimiter is chosen so that bodies need no understanding.
    if (this.#delimiter !== '' && !this.#splitsUnderDelimiter) this.#tracker.mute();
  }

  /** Reads on to the boundary of the piece, for `maxSteps` tokens at most; undefined when there is more to read. */
  readOn(maxSteps: number): Boundary | undefined {
    const boundary = this.#readToBoundary(maxSteps);
    if (boundary !== undefined && this.#firstWordEnd > 0) {
      this.#strings?.follow(this.#text, this.#firstWordStart, this.#firstWordEnd);
    }
    return boundary;
  }

  #readToBoundary(maxSteps: number): Boundary | undefined {
    for (let left = maxSteps; this.#position < this.#text.length; left--) {
      if (left <= 0) return undefined;
      const boundary = this.#step();
      if (boundary !== undefined) return boundary;
    }
    this.#boundaryStart = this.#text.length;
    return 'end';
  }

  get #splitsUnderDelimiter(): boolean {
    return this.#lexicon.multiStatements === true;
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
      case kind.path:
        this.#symbol(start, pathEnd(this.#text, start + 1));
        return undefined;
      case kind.backslash:
        return this.#backslash(start);
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
    if (!this.#hasContent) {
      this.#firstWordStart = start;
      this.#firstWordEnd = end;
    }
    this.#hasContent = true;
    const next = text.charCodeAt(end);
    if (next === code.colon && this.#startsPath(start, end)) {
      this.#symbol(start, pathEnd(text, end));
    } else if (end - start <= maxPrefixLength && this.#kinds[next] === kind.quote) {
      this.#quote(end, text.slice(start, end).toLowerCase());
    } else if (this.#parentheses === 0 && this.#tracker.listening) {
      const word = end - start > maxKeywordLength ? '' : text.slice(start, end).toUpperCase();
      this.#tracker.word(word, text.charAt(start - 1));
    }
    return undefined;
  }

  /** Whether the word is the scheme of a path, as in `file://`. */
  #startsPath(start: number, end: number): boolean {
    const { paths } = this.#lexicon;
    if (paths === undefined || !this.#text.startsWith('://', end)) return false;
    return paths.includes(this.#text.slice(start, end + 3).toLowerCase());
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

  /** Obeys `\g`, `\G` and `\d`, commands of the client. Its other ones are sent, and refused. */
  #backslash(start: number): Boundary | undefined {
    const letter = this.#inExecutableComment ? '' : this.#text.charAt(start + 1);
    if (letter === 'g' || letter === 'G') return this.#finish('terminator', start, start + 2);
    const command =
      letter === 'd' && !this.#hasContent ? readDelimiter(this.#text, start + 2) : undefined;
    if (command === undefined) {
      this.#symbol(start, start + 1);
      return undefined;
    }
    this.#setDelimiter(command.delimiter);
    return this.#finish('command', start, command.end);
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
    const backslashes = this.#strings?.isOff === true && text.charAt(start) === "'";
    for (const rule of rules) {
      if (rule.prefix !== undefined && rule.prefix !== prefix) continue;
      if (!text.startsWith(rule.open, start)) continue;
      if (rule.unlessArray === true && !looksLikeBracketIdentifier(text, start)) continue;
      const inForce = backslashes ? escaping : rule;
      this.#symbol(start, quotedEnd(text, start + rule.open.length, inForce));
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
      const isComment = startsLineComment(text, start, rule);
      if (isComment || this.#isDropped(start, rule)) {
        this.#position = lineCommentEnd(text, start, carriageReturnEndsComment);
        if (!isComment) this.#pieceStart = this.#position;
        return;
      }
    }
    this.#symbol(start, start + 1);
  }

  #isDropped(start: number, { start: mark, droppedBeforeStatement }: LineCommentRule): boolean {
    if (droppedBeforeStatement !== true || this.#hasContent) return false;
    return this.#text.startsWith(mark, start);
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
    const isPlain = this.#delimiter !== '' && !this.#splitsUnderDelimiter;
    if (isPlain || this.#terminator === '') {
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
