/** Opening, escapes and closing of one kind of quoted text. */
export interface QuoteRule {
  /** Opening mark, such as `'` or `"""`. */
  open: string;
  /** Closing mark. */
  close: string;
  /** Lower-case word that must stand directly before the opening mark, such as `e` of `E'..'`. */
  prefix?: string;
  /** A doubled closing mark is a literal mark. Only for one-character marks. */
  doubling?: boolean;
  /** A backslash escapes the next character. */
  backslash?: boolean;
  /**
   * The literal continues, with the same escapes, in a literal that follows on a later line, as in PostgreSQL. Without
   * it the second half of `E'a'⏎'b\'c'` would be read without escapes.
   */
  continuesOnNextLine?: boolean;
  /** It is a quote only where an array is unlikely; see `looksLikeBracketIdentifier`. */
  unlessArray?: boolean;
}

/** The start of one kind of line comment. */
export interface LineCommentRule {
  /** Opening mark, such as `--`. */
  start: string;
  /** White space, a control character or the end of the text must follow, as for `--` in MySQL. */
  needsSpace?: boolean;
  /**
   * Before a statement nothing has to follow the mark. MySQL's client drops such lines and its server rejects them, so
   * the statement starts after the line.
   */
  droppedBeforeStatement?: boolean;
}

/** The marks that an engine has for bound values, such as `$1`. */
export interface OwnMarkRule {
  /** All characters that a mark can start with. */
  starts: string;
  /** Matches a mark at `lastIndex` (flag `y`). It must match in bounded time, or in the length of the mark. */
  pattern: RegExp;
}

/** Rules for terminators inside a statement: bodies of routines and blocks. */
export interface BodyRules {
  /** Upper-case kinds after CREATE (or ALTER) whose statements may have a body. */
  routines: readonly string[];
  /** Which BEGIN opens a routine's body: every one, or only BEGIN ATOMIC. */
  begin: 'any' | 'atomic';
  /**
   * Which BEGIN at the start of a statement opens a block: none; only BEGIN NOT ATOMIC; or any that does not start a
   * transaction (`BEGIN;`, `BEGIN TRANSACTION`, `BEGIN WORK`).
   */
  anonymous: 'none' | 'not-atomic' | 'any';
  /** Upper-case words that open a block at the start of a statement: IF, LOOP, DECLARE, … */
  bare: readonly string[];
  /** BEGIN inside a block may start a transaction, by the same rule as at the start of a statement. */
  transactionsInBlocks?: boolean;
  /** The body of a routine is a block (BEGIN or DECLARE), never another statement such as IF. */
  bodyIsBlock?: boolean;
  /** A label may precede the words in `bare` and BEGIN: `l: LOOP .. END LOOP l`. */
  labels?: boolean;
  /** A label `<<name>>` may precede a statement of a block and a block that is a statement, as in Oracle. */
  angleLabels?: boolean;
  /** `SET STATEMENT name = value FOR` precedes another statement. */
  setStatement?: boolean;
  /** A plain END closes a CASE statement; elsewhere only END CASE does. */
  plainEndClosesCase?: boolean;
  /** A block inside a block may have its own DECLARE section. */
  declareInBlocks?: boolean;
  /** `WITH name AS PROCEDURE .. CALL` defines a procedure for one call. */
  withProcedure?: boolean;
  /** AS or IS after the signature of a routine or package starts its declarations, as in Oracle. */
  declarationsAfterAs?: boolean;
}

/** Everything that the scanner needs to know about a dialect. It is data only. */
export interface Lexicon {
  /** Terminator of a statement; null when only `separatorWord` lines end one. */
  terminator: ';' | null;
  /** Tried in order: longer opening marks must precede shorter ones. */
  quotes: readonly QuoteRule[];
  /**
   * `SET standard_conforming_strings = off` makes backslashes escape in quotes that have no prefix
   * and open with `'`.
   */
  standardStringsSetting?: boolean;
  lineComments: readonly LineCommentRule[];
  /**
   * Whether a carriage return without a line feed ends a line comment. `unknown`: the scanner reads on to the line feed,
   * and sends a comment that has text after a carriage return, so that the database decides.
   */
  carriageReturnEndsComment: boolean | 'unknown';
  /** Block comments nest. */
  nestedComments: boolean;
  /** MySQL: the content of a comment that starts with `/*!` is code, and one that starts with `/*+` is a statement. */
  executableComments: boolean;
  /** `$$..$$` only (`plain`), `$tag$..$tag$` too (`tagged`), or neither. */
  dollarQuotes: 'none' | 'plain' | 'tagged';
  /** Operators of several characters, longer ones first; absent: any run of operator characters, as in PostgreSQL. */
  operators?: readonly string[];
  /** Strings are joined when only white space with a line break is between them. */
  joinsStrings?: boolean;
  /** The engine's marks for bound values; absent if it has none. They do not change where a statement ends. */
  ownMarks?: OwnMarkRule;
  /** Lower-case prefixes of unquoted paths: `@` of a stage, `file://`. A path contains no comment. */
  paths?: readonly string[];
  /** A terminator inside parentheses does not end the statement. */
  parenthesesHoldTerminators: boolean;
  /** `DELIMITER xx` at the start of a statement changes the terminator. */
  delimiterCommand: boolean;
  /**
   * The server accepts several statements at once: with another delimiter, `;` still ends a statement outside of bodies.
   */
  multiStatements?: boolean;
  /** The client's `\g` and `\G` end a statement, and `\d xx` before one changes the terminator. */
  backslashCommands?: boolean;
  /**
   * Upper-case word of a statement that ends with its line, unless the line contains the terminator: the client executes
   * such a line itself.
   */
  lineStatement?: string;
  /** Matches a command of the client that a script may contain and the server does not need (flag `y`, linear time). */
  skippedCommand?: RegExp;
  /** Upper-case word that separates statements when it is alone on a line, such as GO. */
  separatorWord: string | null;
  bodies: BodyRules;
}
