import { Blocks } from './blocks.js';
import type { BodyRules } from './lexicon.js';

/** Words that may stand between CREATE and the kind of object. */
export const headerWords = new Set([
  'OR',
  'REPLACE',
  'ALTER',
  'DEFINER',
  'AGGREGATE',
  'TEMP',
  'TEMPORARY',
  'SECURE',
]);

/** Words that name after END what it ends. */
const endings = new Set(['IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);
/** Words after BEGIN that make it begin a transaction. */
const transactionWords = new Set(['TRANSACTION', 'TRAN', 'WORK', 'NAME', 'READ', 'ISOLATION']);
/** Kinds of routines that declarations may hold. */
const nestedRoutines = new Set(['PROCEDURE', 'FUNCTION']);
/** Kinds of objects whose declarations may follow AS. */
const declaring = new Set(['PROCEDURE', 'FUNCTION', 'PACKAGE']);
/** Words that start the one statement that is a routine's body: an AS or IS after them is its own. */
const bodyStatements = new Set(
  (
    'SELECT WITH INSERT REPLACE UPDATE DELETE SET CREATE ALTER CALL VALUES TABLE EXPLAIN DO ' +
    'IF CASE WHILE LOOP REPEAT FOR BEGIN'
  ).split(' '),
);

/**
 * Follows the blocks of one body. Knows block structure only: no grammar of expressions. Where END,
 * BEGIN and the like may be plain names (they are not reserved in MySQL and SQLite), they count only
 * where a statement can start.
 */
export class Body {
  readonly #rules: BodyRules;
  readonly #blocks = new Blocks();
  #last = '';
  /** Words and symbols of the innermost statement so far. */
  #read = 0;
  /** Nothing up to the next terminator opens or closes a block. */
  #idle = false;
  /** An END was read and the next token tells what it ends. */
  #endSeen = false;
  /** A BEGIN was read, or one and a word such as WORK: the next token tells what it begins. */
  #begin: '' | 'begin' | 'transaction' = '';
  /** CREATE was read where a statement of a block starts, and the kind of object was not. */
  #inCreate = false;
  #isRoutine = false;
  /** AS or IS after its signature starts its declarations. */
  #hasDeclarations = false;
  /** In a signature that AS or IS ends. */
  #inSignature = false;
  #hasReturns = false;

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  /** True when nothing before the next terminator matters. */
  get isIdle(): boolean {
    return this.#idle;
  }

  /** Forgets everything: the next statement may have another body. */
  reset(): void {
    this.#blocks.clear();
    this.#last = '';
    this.#read = 0;
    this.#idle = false;
    this.#endSeen = false;
    this.#begin = '';
    this.#inCreate = false;
    this.#isRoutine = false;
    this.#hasDeclarations = false;
    this.#inSignature = false;
    this.#hasReturns = false;
  }

  /** Starts after the word that names the kind of a routine. */
  startRoutine(kind: string): void {
    this.#isRoutine = true;
    this.#hasDeclarations = this.#rules.declarationsAfterAs === true && declaring.has(kind);
    this.#inSignature = this.#hasDeclarations;
  }

  /** Starts after a BEGIN that is no part of a routine. */
  startWithBegin(): void {
    this.#begin = 'begin';
    this.#last = 'BEGIN';
  }

  /** Starts with a word that opens a block outside of routines. */
  startWith(word: string): void {
    this.#blocks.atStart = true;
    if (word === 'DECLARE') this.#declare();
    else if (word === 'BEGIN') this.#blocks.open(word);
    else this.word(word);
  }

  /** Takes an upper-case word. */
  word(word: string): void {
    if (this.#idle) return;
    if (this.#begin === '' || !this.#settleBegin(word)) this.#take(word);
    this.#last = word;
  }

  /** Takes any other token: its character, or '' for quoted text. */
  symbol(character: string): void {
    if (this.#begin !== '' && !this.#idle) this.#settleBeginBySymbol(character);
    if (this.#idle) return;
    if (this.#settleEnd('')) return;
    const blocks = this.#blocks;
    // A label's colon, or the end of a routine's parameters: a statement may follow.
    blocks.atStart = character === ':' || (character === ')' && blocks.isEmpty);
    this.#last = '';
    this.#read += 1;
  }

  /** Takes a terminator; true when it belongs to the body. */
  terminator(): boolean {
    this.#settleEnd('');
    this.#begin = '';
    this.#inCreate = false;
    this.#idle = false;
    this.#blocks.endStatement();
    this.#last = '';
    this.#read = 0;
    return !this.#blocks.isEmpty;
  }

  /** Decides what a BEGIN begins; true when the word is part of that. */
  #settleBegin(word: string): boolean {
    if (this.#begin === 'transaction') {
      this.#idle = true;
      return true;
    }
    if (word === 'NOT' && this.#last === 'BEGIN') return true;
    const { anonymous } = this.#rules;
    if (word === 'ATOMIC' && this.#last === 'NOT') {
      this.#openBegin();
      return true;
    }
    if (anonymous !== 'any') {
      this.#idle = true;
      return true;
    }
    if (transactionWords.has(word)) {
      this.#begin = 'transaction';
      return true;
    }
    this.#openBegin();
    return false;
  }

  #settleBeginBySymbol(character: string): void {
    // After `BEGIN name :` comes an assignment or a loop: NAME is a variable or a label.
    const isBlock = this.#begin === 'begin' || character === ':';
    if (this.#rules.anonymous === 'any' && isBlock) this.#openBegin();
    else this.#idle = true;
  }

  #openBegin(): void {
    this.#begin = '';
    this.#blocks.open('BEGIN');
  }

  #take(word: string): void {
    if (this.#settleEnd(word)) return;
    const blocks = this.#blocks;
    const { atStart, top } = blocks;
    const inHeader = this.#isRoutine && blocks.isEmpty;
    const isEarly = this.#read <= 1;
    blocks.atStart = false;
    this.#read += 1;
    if (inHeader && this.#header(word)) return;
    if (top === 'ROUTINE') this.#nestedHeader(word);
    else if (this.#inCreate || (atStart && word === 'CREATE')) this.#create(word);
    else if (top === 'DECLARE' && isEarly && this.#isNestedRoutine(word)) blocks.open('ROUTINE');
    else this.#statement(word, atStart, inHeader);
  }

  /** Reads a word between CREATE and the body; true when it cannot be one of the body. */
  #header(word: string): boolean {
    const { begin, bare, bodyIsBlock } = this.#rules;
    // Where only BEGIN ATOMIC opens a body, nothing before it is a statement of one.
    if (begin === 'atomic') return word !== 'ATOMIC';
    if (bodyIsBlock === true) {
      if (word === 'BEGIN') this.#blocks.open(word);
      else if (word === 'DECLARE' && bare.includes(word)) this.#declare();
      return true;
    }
    if (this.#inSignature && this.#startsDeclarations(word)) {
      this.#declare();
      return true;
    }
    if (word === 'RETURNS') this.#hasReturns = true;
    // RETURN names the type in a signature of Oracle, where there is no RETURNS.
    const isStatement = bodyStatements.has(word) || (word === 'RETURN' && this.#hasReturns);
    if (isStatement) this.#inSignature = false;
    // That was no IF of a body, but IF NOT EXISTS.
    else if (word === 'EXISTS') this.#inSignature = this.#hasDeclarations;
    return false;
  }

  #declare(): void {
    this.#blocks.open('DECLARE');
    this.#read = 0;
  }

  /** A block may create a routine, whose body is one more block. Elsewhere a body may be any statement. */
  #create(word: string): void {
    const { bodyIsBlock, routines } = this.#rules;
    this.#inCreate = bodyIsBlock === true && (word === 'CREATE' || headerWords.has(word));
    if (bodyIsBlock === true && routines.includes(word)) this.#blocks.open('ROUTINE');
  }

  #isNestedRoutine(word: string): boolean {
    return nestedRoutines.has(word) && this.#rules.routines.includes(word);
  }

  #nestedHeader(word: string): void {
    if (word === 'BEGIN') {
      this.#blocks.replace(word);
    } else if (word === 'DECLARE' || this.#startsDeclarations(word)) {
      this.#blocks.close();
      this.#declare();
    }
  }

  #startsDeclarations(word: string): boolean {
    return this.#rules.declarationsAfterAs === true && (word === 'AS' || word === 'IS');
  }

  #statement(word: string, atStart: boolean, inHeader: boolean): void {
    const blocks = this.#blocks;
    switch (word) {
      case 'BEGIN':
        if (atStart || inHeader || blocks.pending === 'HANDLER') this.#nestedBegin();
        break;
      case 'ATOMIC':
        if (this.#rules.begin === 'atomic' && this.#last === 'BEGIN') blocks.open('BEGIN');
        blocks.atStart = true;
        break;
      case 'DECLARE':
        if (atStart && this.#rules.declareInBlocks === true) this.#declare();
        break;
      case 'CASE':
        if (this.#last !== 'AS') blocks.open(atStart ? 'CASE' : 'EXPRESSION');
        break;
      case 'END':
        this.#end(atStart);
        break;
      case 'ROW':
        // FOR EACH ROW: the body of a trigger follows.
        blocks.atStart = inHeader;
        break;
      default:
        this.#control(word, atStart, inHeader);
    }
  }

  #control(word: string, atStart: boolean, inHeader: boolean): void {
    const blocks = this.#blocks;
    const { pending } = blocks;
    switch (word) {
      case 'IF':
        if (pending === '' || pending === 'HANDLER') blocks.pending = 'IF';
        break;
      case 'ELSIF':
        blocks.pending = 'ELSEIF';
        break;
      case 'ELSEIF':
      case 'WHEN':
      case 'HANDLER':
      case 'UNTIL':
        blocks.pending = word;
        break;
      case 'WHILE':
        if (atStart || inHeader) blocks.pending = 'WHILE';
        break;
      case 'FOR':
        if (atStart && (!inHeader || this.#rules.bare.includes('FOR'))) blocks.pending = 'FOR';
        break;
      case 'THEN':
        if (pending === 'IF') blocks.open('IF');
        blocks.statementFollows();
        break;
      case 'ELSE':
        blocks.statementFollows();
        break;
      case 'DO':
        if (pending === 'WHILE' || pending === 'FOR') blocks.open(pending);
        blocks.statementFollows();
        break;
      case 'LOOP':
        // `WHILE .. LOOP` in the manner of PL/SQL is one block.
        if (atStart || inHeader || pending === 'WHILE' || pending === 'FOR') blocks.open('LOOP');
        break;
      case 'REPEAT':
        if (atStart) blocks.open('REPEAT');
        break;
    }
  }

  #nestedBegin(): void {
    const { begin, transactionsInBlocks } = this.#rules;
    const blocks = this.#blocks;
    if (begin === 'atomic') return;
    const isHandler = blocks.pending === 'HANDLER';
    // DECLARE .. BEGIN .. END is one block; a handler's BEGIN inside the declarations is not its.
    if (blocks.top === 'DECLARE' && !isHandler) blocks.replace('BEGIN');
    else if (transactionsInBlocks === true && !blocks.isEmpty && !isHandler) this.#begin = 'begin';
    else blocks.open('BEGIN');
  }

  #end(atStart: boolean): void {
    if (this.#blocks.top === 'EXPRESSION') {
      if (this.#last !== 'AS') this.#blocks.close();
    } else {
      this.#endSeen = atStart || this.#blocks.pending === 'UNTIL';
    }
  }

  /** Ends what the END before this word ends; true when the word is part of it (`END IF`, `END l`). */
  #settleEnd(word: string): boolean {
    if (!this.#endSeen) return false;
    this.#endSeen = false;
    const blocks = this.#blocks;
    blocks.atStart = false;
    if (word === blocks.top) {
      blocks.close();
    } else if (!endings.has(word)) {
      if (blocks.pending === 'UNTIL') return false;
      if (blocks.top === 'CASE' && this.#rules.plainEndClosesCase === true) blocks.close();
      else blocks.closeByPlainEnd();
    }
    // Else END LOOP with no loop open: an opening we did not see. Closing another block would cut the
    // body in two. A label or nothing follows, whatever was ended.
    this.#idle = true;
    return true;
  }
}
