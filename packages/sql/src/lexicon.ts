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
  /**
   * Before a statement nothing need follow the mark. MySQL's client drops such lines, and its server
   * refuses them: the statement starts after the line.
   */
  droppedBeforeStatement?: boolean;
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
  /** BEGIN inside a block may begin a transaction, by the same rule as at the start of a statement. */
  transactionsInBlocks?: boolean;
  /** The body of a routine is a block (BEGIN or DECLARE), never another statement such as IF. */
  bodyIsBlock?: boolean;
  /** A label may stand before the words in `bare` and before BEGIN: `l: LOOP .. END LOOP l`. */
  labels?: boolean;
  /** A plain END closes a CASE statement; elsewhere only END CASE does. */
  plainEndClosesCase?: boolean;
  /** A block inside a block may have a DECLARE section of its own. */
  declareInBlocks?: boolean;
  /** `WITH name AS PROCEDURE .. CALL` defines a procedure for one call. */
  withProcedure?: boolean;
  /** AS or IS after the signature of a routine or package starts its declarations, as in Oracle. */
  declarationsAfterAs?: boolean;
}

/** Everything the scanner needs to know of a dialect: data only. */
export interface Lexicon {
  /** What ends a statement; null when only `separatorWord` lines do. */
  terminator: ';' | null;
  /** Tried in order, so that longer opening marks must stand before shorter ones. */
  quotes: readonly QuoteRule[];
  /**
   * `SET standard_conforming_strings = off` makes backslashes escape in quotes that have no prefix
   * and open with `'`.
   */
  standardStringsSetting?: boolean;
  lineComments: readonly LineCommentRule[];
  /** A carriage return without line feed ends a line comment too. */
  carriageReturnEndsComment: boolean;
  /** Block comments nest. */
  nestedComments: boolean;
  // MySQL: what stands in /*! .. */ is code, and /*+ .. */ alone is a statement.
  executableComments: boolean;
  /** `$$..$$` only (`plain`), `$tag$..$tag$` too (`tagged`), or neither. */
  dollarQuotes: 'none' | 'plain' | 'tagged';
  /** Lower-case marks of unquoted paths: `@` of a stage, `file://`. A path holds no comment. */
  paths?: readonly string[];
  /** A terminator inside parentheses does not end the statement. */
  parenthesesHoldTerminators: boolean;
  /** `DELIMITER xx` at the start of a statement changes the terminator. */
  delimiterCommand: boolean;
  /**
   * The server takes several statements at once: under another delimiter, `;` still ends a statement
   * outside of bodies.
   */
  multiStatements?: boolean;
  /** The client's `\g` and `\G` end a statement, and `\d xx` before one changes the terminator. */
  backslashCommands?: boolean;
  /** Upper-case word that alone on a line separates statements, such as GO. */
  separatorWord: string | null;
  bodies: BodyRules;
}
