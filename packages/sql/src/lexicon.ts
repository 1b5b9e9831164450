/** How one kind of quoted text opens, escapes and closes. */
export interface QuoteRule {
  /** Opening mark, such as `'` or `"""`. */
  open: string;
  /** Closing mark. */
  close: string;
  /** Lower-case word that must stand directly before the opening mark, such as `e` of `E'..'`. */
  prefix?: string;
  /** A doubled closing mark stands for itself and does not close. Only for one-character marks. */
  doubling?: boolean;
  /** A backslash takes the next character with it. */
  backslash?: boolean;
  /**
   * The literal goes on, under the same escapes, in another one that follows on a later line, as in
   * PostgreSQL; without this the second half of `E'a'⏎'b\'c'` would be read without escapes.
   */
  continuesOnNextLine?: boolean;
  /** Read as a quote only where an array is unlikely; see `looksLikeBracketIdentifier`. */
  unlessArray?: boolean;
}

/** How one kind of comment that ends with its line begins. */
export interface LineCommentRule {
  /** Opening mark, such as `--`. */
  start: string;
  /** White space, a control character or the end of the text must follow, as for `--` in MySQL. */
  needsSpace?: boolean;
}

/** Where a dialect keeps terminators inside a statement: bodies of routines and blocks. */
export interface BodyRules {
  /** Upper-case words that after CREATE (or ALTER) make a statement that may have a body. */
  routines: readonly string[];
  /** Which BEGIN opens a routine's body: every one, or only BEGIN ATOMIC. */
  begin: 'any' | 'atomic';
  /**
   * Which BEGIN at the start of a statement opens a block: none; only BEGIN NOT ATOMIC; or any that
   * does not begin a transaction (`BEGIN;`, `BEGIN TRANSACTION`, `BEGIN WORK`).
   */
  anonymous: 'none' | 'not-atomic' | 'any';
  /** Upper-case words that open a block at the start of a statement: IF, LOOP, DECLARE, … */
  bare: readonly string[];
}

/** Everything the scanner needs to know of a dialect: data only. */
export interface Lexicon {
  /** What ends a statement; null when only `separatorWord` lines do. */
  terminator: ';' | null;
  /** Tried in order, so that longer opening marks must stand before shorter ones. */
  quotes: readonly QuoteRule[];
  lineComments: readonly LineCommentRule[];
  /** A carriage return without line feed ends a line comment too. */
  carriageReturnEndsComment: boolean;
  /** Block comments nest. */
  nestedComments: boolean;
  // MySQL: what stands in /*! .. */ is code, and /*+ .. */ alone is a statement.
  executableComments: boolean;
  /** `$$..$$` only (`plain`), `$tag$..$tag$` too (`tagged`), or neither. */
  dollarQuotes: 'none' | 'plain' | 'tagged';
  /** A terminator inside parentheses does not end the statement. */
  parenthesesHoldTerminators: boolean;
  /** `DELIMITER xx` at the start of a statement changes the terminator. */
  delimiterCommand: boolean;
  /** Upper-case word that alone on a line separates statements, such as GO. */
  separatorWord: string | null;
  bodies: BodyRules;
}
