import { BodyTracker } from './body-tracker.js';
import { MAX_KEYWORD_LENGTH } from './body-words.js';
import { code, isDigit, isWordPart, kind, kindTable } from './characters.js';
import { ClientCommands } from './client-commands.js';
import { commentAt } from './comments.js';
import { Delimiter } from './delimiter.js';
import type { Lexicon } from './lexicon.js';
import { Bindings } from './placeholders.js';
import { MAX_PREFIX_LENGTH, quoteAt, quoteTable, type QuoteTable } from './quotes.js';
import { dollarQuotedEnd, emptyPiecesEnd, pathEnd, quotedEnd, startsPath } from './skip.js';
import { StandardStrings } from './standard-strings.js';
import type { TokenKind } from './token-kind.js';

/** End of a piece: a terminator, a client command (DELIMITER, GO), or the end of the text. */
type Boundary = 'terminator' | 'command' | 'end';

/**
 * Reads a text from boundary to boundary in one pass over its UTF-16 codes. Every step moves forward, and a lookahead is
 * bounded or ends where the next step starts, so the time is linear for any input.
 */
export class Scanner {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #kinds: Uint8Array;
  readonly #quotes: QuoteTable;
  readonly #tracker: BodyTracker;
  /** For dialects in which a setting decides what a backslash means. */
  readonly #strings: StandardStrings | undefined;
  readonly #delimiter: Delimiter;
  readonly #commands: ClientCommands;
  /** See `Lexicon.multiStatements`. */
  readonly #splitsUnderDelimiter: boolean;
  /** Placeholders of the last piece, with offsets in the whole text. */
  readonly bindings: Bindings;
  /** Start of the next piece, which is the end of the last boundary. */
  position = 0;
  /** Start of the last piece, without lines that must not be sent. */
  pieceStart = 0;
  /** End of the last piece, where its boundary starts. */
  boundaryStart = 0;
  /** Kind of the last token. */
  token: TokenKind = 'space';
  /** Whether the last piece contains more than comments and white space. */
  hasContent = false;
  #parentheses = 0;
  #inExecutableComment = false;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#kinds = kindTable(lexicon);
    this.#quotes = quoteTable(lexicon.quotes);
    this.#tracker = new BodyTracker(lexicon.bodies);
    this.#delimiter = new Delimiter(lexicon.terminator ?? '');
    this.#commands = new ClientCommands(text, lexicon, this.#delimiter);
    this.#splitsUnderDelimiter = lexicon.multiStatements === true;
    this.bindings = new Bindings(text, lexicon.ownMarks);
    if (lexicon.standardStringsSetting === true) this.#strings = new StandardStrings();
    if (text.charCodeAt(0) === code.byteOrderMark) this.position = 1;
  }

  /** Skips pieces without content. */
  skipEmptyPieces(): void {
    if (this.#lexicon.terminator === null || this.#delimiter.isSet) return;
    this.position = emptyPiecesEnd(this.#text, this.position);
  }

  /** Starts a piece where the last boundary ended; {@link readOn} reads it. */
  beginPiece(): void {
    this.hasContent = false;
    this.bindings.begin();
    this.pieceStart = this.position;
    this.#strings?.begin();
    this.#parentheses = 0;
    this.#inExecutableComment = false;
    this.#tracker.reset();
    // With a delimiter command, a body needs no parsing.
    if (this.#delimiter.isSet && !this.#splitsUnderDelimiter) this.#tracker.mute();
  }

  /** Continues to the boundary of the piece, for `maxSteps` tokens at most; undefined when the piece continues. */
  readOn(maxSteps: number): Boundary | undefined {
    const boundary = this.#readToBoundary(maxSteps);
    if (boundary !== undefined) this.#strings?.end(this.#text);
    return boundary;
  }

  #readToBoundary(maxSteps: number): Boundary | undefined {
    for (let left = maxSteps; this.position < this.#text.length; left--) {
      if (left <= 0) return undefined;
      const boundary = this.#step();
      if (boundary !== undefined) return boundary;
    }
    this.boundaryStart = this.#text.length;
    return 'end';
  }

  #step(): Boundary | undefined {
    const start = this.position;
    const c = this.#text.charCodeAt(start);
    if (c === this.#delimiter.firstCode && this.#isDelimiter(start)) {
      return this.#finish('terminator', start, start + this.#delimiter.length);
    }
    switch ((c < 128 ? this.#kinds[c] : kind.word) ?? kind.other) {
      case kind.space:
        this.position = start + 1;
        this.token = 'space';
        return undefined;
      case kind.word:
        return this.#word(start);
      case kind.digit:
        this.#symbol(start, this.#numberEnd(start), 'number');
        return undefined;
      case kind.quote:
        this.#quote(start, '');
        return undefined;
      case kind.comment:
        this.#comment(start);
        return undefined;
      case kind.semicolon:
        return this.#semicolon(start);
      case kind.dollar:
      case kind.mark:
        return this.#mark(start, c);
      case kind.star:
        this.#star(start);
        return undefined;
      case kind.path:
        this.#symbol(start, pathEnd(this.#text, start + 1), 'path');
        return undefined;
      case kind.backslash:
        return this.#backslash(start);
      case kind.open:
      case kind.close:
        this.#parenthesis(start, this.#kinds[c] === kind.open);
        return undefined;
      case kind.brace:
        this.#brace(start);
        return undefined;
      default:
        this.#symbol(start, start + 1);
        return undefined;
    }
  }

  #finish(boundary: Boundary, start: number, end: number): Boundary {
    this.boundaryStart = start;
    this.position = end;
    return boundary;
  }

  /** Passes a token that is not a word. The tracker gets '' for tokens of several characters. */
  #symbol(start: number, end: number, token: TokenKind = 'symbol'): void {
    this.position = end;
    this.token = token;
    this.hasContent = true;
    if (this.#parentheses > 0 || !this.#tracker.listening) return;
    const isOne = end - start === 1 || token === 'placeholder';
    this.#tracker.symbol(isOne ? this.#text.charAt(start) : '');
  }

  #word(start: number): Boundary | undefined {
    const text = this.#text;
    const end = this.#wordEnd(start, true);
    const command = this.#commands.atWord(start, end, this.hasContent);
    if (command !== undefined) {
      if (command.start > start) this.hasContent = true;
      this.token = 'line';
      return this.#finish(command.boundary, command.start, command.end);
    }
    this.position = end;
    this.token = 'word';
    if (!this.hasContent) this.#strings?.startWith(start, end);
    this.hasContent = true;
    const next = text.charCodeAt(end);
    if (next === code.colon && startsPath(text, start, end, this.#lexicon.paths)) {
      this.#symbol(start, pathEnd(text, end), 'path');
    } else if (end - start <= MAX_PREFIX_LENGTH && this.#kinds[next] === kind.quote) {
      this.#quote(end, text.slice(start, end).toLowerCase());
    } else if (this.#parentheses === 0 && this.#tracker.listening) {
      const word = end - start > MAX_KEYWORD_LENGTH ? '' : text.slice(start, end).toUpperCase();
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
      if (c === this.#delimiter.firstCode && !this.#delimiter.isWord && this.#isDelimiter(end))
        break;
      end += 1;
    }
    return end;
  }

  /**
   * `1$a$` is a number and a dollar quote. With a letter in it, as in `1x$a$` and `1e5$a$`, PostgreSQL 15 to 18 read one
   * token. Without dollar quotes `$` is part of a name.
   */
  #numberEnd(start: number): number {
    let end = start + 1;
    while (isDigit(this.#text.charCodeAt(end))) end += 1;
    const isNumber = this.#lexicon.dollarQuotes !== 'none' && this.#text.charAt(end) === '$';
    return isNumber ? end : this.#wordEnd(start, true);
  }

  #backslash(start: number): Boundary | undefined {
    const command = this.#commands.atBackslash(start, {
      hasContent: this.hasContent,
      inExecutableComment: this.#inExecutableComment,
    });
    if (command === undefined) this.#symbol(start, start + 1);
    return command && this.#finish(command.boundary, start, command.end);
  }

  #isDelimiter(at: number): boolean {
    return !this.#inExecutableComment && this.#delimiter.isAt(this.#text, at);
  }

  #quote(start: number, prefix: string): void {
    const hasEscapes = this.#strings?.isOff === true;
    const quote = quoteAt(this.#quotes, this.#text, start, { prefix, hasEscapes });
    const end = quote && quotedEnd(this.#text, start + quote.length, quote.rule);
    this.#symbol(start, end ?? start + 1, end === undefined ? 'symbol' : 'quoted');
  }

  #comment(start: number): void {
    const comment = commentAt(this.#text, start, this.#lexicon, this.hasContent);
    if (comment === undefined) {
      this.#symbol(start, start + 1);
      return;
    }
    this.position = comment.end;
    this.token = comment.isExecutable ? 'symbol' : 'comment';
    if (comment.isExecutable) this.#inExecutableComment = true;
    if (comment.isContent) this.hasContent = true;
    if (comment.isDropped) this.pieceStart = comment.end;
  }

  #star(start: number): void {
    if (this.#inExecutableComment && this.#text.charCodeAt(start + 1) === code.slash) {
      this.#inExecutableComment = false;
      this.position = start + 2;
      this.token = 'symbol';
    } else {
      this.#symbol(start, start + 1);
    }
  }

  #semicolon(start: number): Boundary | undefined {
    const isPlain = this.#delimiter.isSet && !this.#splitsUnderDelimiter;
    if (isPlain || this.#lexicon.terminator === null) {
      this.#symbol(start, start + 1);
      return undefined;
    }
    const inParentheses = this.#parentheses > 0 && this.#lexicon.parenthesesHoldTerminators;
    const held = inParentheses || this.#tracker.terminator() || this.#inExecutableComment;
    if (!held) return this.#endStatement(start);
    // Outside of such dialects a terminator closes all parentheses, so that one missing parenthesis does not hide the
    // end of the body.
    if (!inParentheses) this.#parentheses = 0;
    this.hasContent = true;
    this.position = start + 1;
    this.token = 'symbol';
    return undefined;
  }

  #endStatement(start: number): Boundary {
    const end = this.#strings?.rowsEnd(this.#text, start) ?? start;
    if (end > start) this.token = 'data';
    if (end === this.#text.length) return this.#finish('end', end, end);
    return this.#finish('terminator', end, end + 1);
  }

  #brace(start: number): void {
    const end = this.bindings.readPlaceholder(start, this.#parentheses > 0);
    this.#symbol(start, end ?? start + 1, end === undefined ? 'symbol' : 'placeholder');
  }

  /** Reads the start of an own mark, which does not change how its characters are read, or a dollar quote. */
  #mark(start: number, c: number): Boundary | undefined {
    this.bindings.readOwnMark(start);
    const { dollarQuotes } = this.#lexicon;
    if (c === code.dollar && dollarQuotes === 'none') return this.#word(start);
    const end = c === code.dollar ? dollarQuotedEnd(this.#text, start, dollarQuotes) : -1;
    this.#symbol(start, end < 0 ? start + 1 : end, end < 0 ? 'symbol' : 'quoted');
    return undefined;
  }

  #parenthesis(start: number, opens: boolean): void {
    if (!opens) this.#parentheses = Math.max(0, this.#parentheses - 1);
    this.#symbol(start, start + 1);
    if (opens) this.#parentheses += 1;
  }
}
