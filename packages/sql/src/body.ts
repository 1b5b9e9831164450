import { AngleLabel } from './angle-label.js';
import { Blocks } from './blocks.js';
import {
  bodyStatements,
  declaring,
  endings,
  headerWords,
  nestedRoutines,
  transactionWords,
} from './body-words.js';
import { readControlWord } from './control-words.js';
import type { BodyRules } from './lexicon.js';

/**
 * Follows the blocks of one body. It knows block structure only, not the grammar of expressions. END, BEGIN and similar
 * words may be names (they are not reserved in MySQL and SQLite), so they count only where a statement can start.
 */
export class Body {
  readonly #rules: BodyRules;
  readonly #blocks = new Blocks();
  readonly #angleLabel = new AngleLabel();
  #last = '';
  /** Words and symbols of the innermost statement so far. */
  #read = 0;
  /** Nothing up to the next terminator can open or close a block. */
  #idle = false;
  /** An END was read. The next token decides what it ends. */
  #endSeen = false;
  /** A BEGIN was read, with or without a word such as WORK. The next token decides what it starts. */
  #begin: '' | 'begin' | 'transaction' = '';
  /** CREATE was read at the start of a statement of a block, and the kind of object was not. */
  #inCreate = false;
  #isRoutine = false;
  /** AS or IS after the signature starts declarations. */
  #hasDeclarations = false;
  /** Inside a signature that AS or IS ends. */
  #inSignature = false;
  #hasReturns = false;

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  /** True when the tokens before the next terminator can be ignored. */
  get isIdle(): boolean {
    return this.#idle;
  }

  /** Resets the state for the next statement. */
  reset(): void {
    this.#blocks.clear();
    this.#last = '';
    this.#read = 0;
    this.#idle = false;
    this.#endSeen = false;
    this.#begin = '';
    this.#inCreate = false;
    this.#angleLabel.reset();
    this.#isRoutine = false;
    this.#hasDeclarations = false;
    this.#inSignature = false;
    this.#hasReturns = false;
  }

  /** Starts after the kind of a routine. */
  startRoutine(kind: string): void {
    this.#isRoutine = true;
    this.#hasDeclarations = this.#rules.declarationsAfterAs === true && declaring.has(kind);
    this.#inSignature = this.#hasDeclarations;
  }

  /** Starts after a BEGIN outside of a routine. */
  startWithBegin(): void {
    this.#begin = 'begin';
    this.#last = 'BEGIN';
  }

  /** Starts with a word that opens a block outside of a routine. */
  startWith(word: string): void {
    this.#blocks.atStart = true;
    if (word === 'DECLARE') this.#declare();
    else if (word === 'BEGIN') this.#blocks.open(word);
    else this.word(word);
  }

  /** Reads an upper-case word. */
  word(word: string): void {
    if (this.#idle) return;
    if (this.#begin === '' || !this.#settleBegin(word)) this.#take(word);
    this.#last = word;
  }

  /** Reads any other token: its character, or '' for quoted text. */
  symbol(character: string): void {
    if (this.#begin !== '' && !this.#idle) this.#settleBeginBySymbol(character);
    if (this.#idle) return;
    if (this.#settleEnd('')) return;
    const blocks = this.#blocks;
    const mayBeLabel = this.#rules.angleLabels === true && blocks.atStart;
    const isLabel = this.#angleLabel.read(character, mayBeLabel) === 'complete';
    // After a label or the parameters of a routine a statement may follow.
    blocks.atStart = isLabel || character === ':' || (character === ')' && blocks.isEmpty);
    this.#last = '';
    this.#read += 1;
  }

  /** Reads a terminator; true when it belongs to the body. */
  terminator(): boolean {
    this.#settleEnd('');
    this.#begin = '';
    this.#inCreate = false;
    this.#angleLabel.reset();
    this.#idle = false;
    this.#blocks.endStatement();
    this.#last = '';
    this.#read = 0;
    return !this.#blocks.isEmpty;
  }

  /** Decides what a BEGIN starts; true when the word is part of it. */
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
    // `BEGIN name :` is followed by an assignment or a loop: NAME is a variable or a label.
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
    if (this.#angleLabel.read('', false) === 'inside') return;
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

  /** Reads a word between CREATE and the body; true when it cannot belong to the body. */
  #header(word: string): boolean {
    const { begin, bare, bodyIsBlock } = this.#rules;
    // In dialects in which only BEGIN ATOMIC opens a body, no statement can precede it.
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
    // In Oracle's signatures RETURN names the type, and there is no RETURNS.
    const isStatement = bodyStatements.has(word) || (word === 'RETURN' && this.#hasReturns);
    if (isStatement) this.#inSignature = false;
    // The IF was part of IF NOT EXISTS.
    else if (word === 'EXISTS') this.#inSignature = this.#hasDeclarations;
    return false;
  }

  #declare(): void {
    this.#blocks.open('DECLARE');
    this.#read = 0;
  }

  /** A statement of a block may create a routine whose body is another block. In other dialects a body may be any statement. */
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
        // After FOR EACH ROW the body of a trigger follows.
        blocks.atStart = inHeader;
        break;
      default:
        readControlWord(blocks, word, { atStart, inHeader, last: this.#last, rules: this.#rules });
    }
  }

  #nestedBegin(): void {
    const { begin, transactionsInBlocks } = this.#rules;
    const blocks = this.#blocks;
    if (begin === 'atomic') return;
    const isHandler = blocks.pending === 'HANDLER';
    // DECLARE .. BEGIN .. END is one block. The BEGIN of a handler in the declarations opens its own.
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

  /** Closes the block of the END before this word; true when the word belongs to it (`END IF`, `END l`). */
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
    // Otherwise END LOOP without an open loop: its start was not recognized, and closing another block would split the
    // body. Only a label may follow.
    this.#idle = true;
    return true;
  }
}
