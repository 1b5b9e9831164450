import type { BodyRules } from './lexicon.js';

/** A block that is open. EXPRESSION is a CASE inside an expression: its END needs no terminator. */
type BlockKind =
  'BEGIN' | 'DECLARE' | 'CASE' | 'EXPRESSION' | 'IF' | 'LOOP' | 'WHILE' | 'REPEAT' | 'FOR';

/**
 * A word that waits for what decides its meaning. IF is also a function and IF EXISTS a clause: a
 * block opens only when THEN comes for it, and one of WHILE and FOR only with its DO.
 */
type Pending = '' | 'IF' | 'ELSEIF' | 'WHEN' | 'HANDLER' | 'WHILE' | 'FOR' | 'UNTIL';

interface Block {
  kind: BlockKind;
  /** What was pending outside, for `IF CASE .. END THEN`. */
  outer: Pending;
}

/** Words that may stand between CREATE and the kind of object. */
const headerWords = new Set([
  'OR',
  'REPLACE',
  'ALTER',
  'DEFINER',
  'AGGREGATE',
  'TEMP',
  'TEMPORARY',
]);
/** Words that name after END what it ends. */
const endings = new Set(['IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);
/** Words after BEGIN that make it begin a transaction. */
const transactionWords = new Set(['TRANSACTION', 'TRAN', 'WORK', 'NAME', 'READ', 'ISOLATION']);

/**
 * Follows the words of one statement and tells whether a terminator belongs to a routine's body.
 * Knows block structure only: no grammar of expressions. Where END, BEGIN and the like may be plain
 * names (they are not reserved in MySQL and SQLite), they count only where a statement can start.
 */
export class BodyTracker {
  readonly #rules: BodyRules;
  readonly #blocks: Block[] = [];
  #state: 'start' | 'header' | 'begin' | 'body' | 'plain' = 'start';
  #pending: Pending = '';
  #last = '';
  #definer = false;
  #atStart = false;
  /** An END was read and the next token tells what it ends. */
  #endSeen = false;

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  /** False when nothing in the rest of this statement matters: the scanner need not report it. */
  get listening(): boolean {
    return this.#state !== 'plain';
  }

  /** Starts the next statement. */
  reset(): void {
    this.#blocks.length = 0;
    this.#state = 'start';
    this.#pending = '';
    this.#last = '';
    this.#definer = false;
    this.#atStart = false;
    this.#endSeen = false;
  }

  /** Stops listening until the next statement. */
  mute(): void {
    this.#state = 'plain';
  }

  /**
   * Takes an upper-case word outside parentheses, and the character directly before it: in `t.end`,
   * `@end` and `DEFINER=event@host` the word can only be a name.
   */
  word(word: string, before: string): void {
    const named = before === '.' || before === '@' || before === '$';
    if (this.#state === 'start') {
      this.#first(word);
    } else if (named || (this.#state === 'header' && before === '=')) {
      this.symbol('');
      return;
    } else if (this.#state === 'header') {
      this.#header(word);
    } else if (this.#state === 'begin') {
      this.#afterBegin(word);
    } else if (this.#state === 'body') {
      this.#body(word);
    }
    this.#last = word;
  }

  /** Takes any other token outside parentheses: its character, or '' for quoted text. */
  symbol(character: string): void {
    if (this.#state === 'start') this.#state = 'plain';
    if (this.#state === 'begin') {
      if (this.#rules.anonymous !== 'any') this.#state = 'plain';
      else this.#startBody('BEGIN');
    }
    if (this.#state !== 'body') return;
    this.#settleEnd('');
    // A label's colon, or the end of a routine's parameters: a statement may follow.
    this.#atStart = character === ':' || (character === ')' && this.#blocks.length === 0);
    this.#last = '';
  }

  /** Takes a terminator; true when it belongs to a body and does not end the statement. */
  terminator(): boolean {
    if (this.#state !== 'body') return false;
    this.#settleEnd('');
    // No expression goes past a terminator: one that seems to was misread.
    while (this.#top() === 'EXPRESSION') this.#close();
    this.#atStart = true;
    this.#pending = '';
    this.#last = '';
    return this.#blocks.length > 0;
  }

  #first(word: string): void {
    const { routines, anonymous, bare } = this.#rules;
    if ((word === 'CREATE' || word === 'ALTER') && routines.length > 0) this.#state = 'header';
    else if (word === 'BEGIN' && anonymous !== 'none') this.#state = 'begin';
    else if (bare.includes(word)) {
      this.#state = 'body';
      this.#atStart = true;
      if (word === 'DECLARE') this.#open('DECLARE');
      else this.#body(word);
    } else this.#state = 'plain';
  }

  #header(word: string): void {
    if (this.#rules.routines.includes(word)) this.#state = 'body';
    else if (word === 'DEFINER') this.#definer = true;
    // The definer may have any name, so only what cannot be one ends the search.
    else if (this.#definer ? word === 'VIEW' : !headerWords.has(word)) this.#state = 'plain';
  }

  #afterBegin(word: string): void {
    if (word === 'NOT' && this.#last === 'BEGIN') return;
    if (word === 'ATOMIC' && this.#last === 'NOT') {
      this.#startBody('BEGIN');
    } else if (this.#rules.anonymous === 'any' && !transactionWords.has(word)) {
      this.#startBody('BEGIN');
      this.#body(word);
    } else {
      this.#state = 'plain';
    }
  }

  #startBody(block: BlockKind): void {
    this.#state = 'body';
    this.#open(block);
  }

  #body(word: string): void {
    if (this.#settleEnd(word)) return;
    const atStart = this.#atStart;
    const inHeader = this.#blocks.length === 0;
    this.#atStart = false;
    // Where only BEGIN ATOMIC opens a body, nothing before it is a statement of one.
    if (inHeader && this.#rules.begin === 'atomic' && word !== 'ATOMIC') return;
    switch (word) {
      case 'BEGIN':
        this.#begin(atStart || inHeader || this.#pending === 'HANDLER');
        break;
      case 'ATOMIC':
        if (this.#rules.begin === 'atomic' && this.#last === 'BEGIN') this.#open('BEGIN');
        this.#atStart = true;
        break;
      case 'DECLARE':
        if (inHeader && this.#rules.bare.includes(word)) this.#open('DECLARE');
        break;
      case 'CASE':
        if (this.#last !== 'AS') this.#open(atStart ? 'CASE' : 'EXPRESSION');
        break;
      case 'END':
        this.#end(atStart);
        break;
      case 'ROW':
        // FOR EACH ROW: the body of a trigger follows.
        this.#atStart = inHeader;
        break;
      default:
        this.#control(word, atStart, inHeader);
    }
  }

  #control(word: string, atStart: boolean, inHeader: boolean): void {
    switch (word) {
      case 'IF':
        if (this.#pending === '' || this.#pending === 'HANDLER') this.#pending = 'IF';
        break;
      case 'ELSIF':
        this.#pending = 'ELSEIF';
        break;
      case 'ELSEIF':
      case 'WHEN':
      case 'HANDLER':
      case 'UNTIL':
        this.#pending = word;
        break;
      case 'WHILE':
        if (atStart || inHeader) this.#pending = 'WHILE';
        break;
      case 'FOR':
        if (atStart && (!inHeader || this.#rules.bare.includes('FOR'))) this.#pending = 'FOR';
        break;
      case 'THEN':
        if (this.#pending === 'IF') this.#open('IF');
        this.#statementFollows();
        break;
      case 'ELSE':
        this.#statementFollows();
        break;
      case 'DO':
        if (this.#pending === 'WHILE' || this.#pending === 'FOR') this.#open(this.#pending);
        this.#statementFollows();
        break;
      case 'LOOP':
        // `WHILE .. LOOP` in the manner of PL/SQL is one block.
        if (atStart || inHeader || this.#pending === 'WHILE' || this.#pending === 'FOR') {
          this.#open('LOOP');
        }
        break;
      case 'REPEAT':
        if (atStart) this.#open('REPEAT');
        break;
    }
  }

  #statementFollows(): void {
    this.#pending = '';
    this.#atStart = this.#top() !== 'EXPRESSION';
  }

  #begin(opens: boolean): void {
    if (this.#rules.begin === 'atomic' || !opens) return;
    // DECLARE .. BEGIN .. END is one block; a handler's BEGIN inside the declarations is not its.
    if (this.#top() === 'DECLARE' && this.#pending !== 'HANDLER') this.#close();
    this.#open('BEGIN');
  }

  #end(atStart: boolean): void {
    if (this.#top() === 'EXPRESSION') {
      if (this.#last !== 'AS') this.#close();
    } else {
      this.#endSeen = atStart || this.#pending === 'UNTIL';
    }
  }

  /** Ends what the END before this word ends; true when the word is part of it (`END IF`). */
  #settleEnd(word: string): boolean {
    if (!this.#endSeen) return false;
    this.#endSeen = false;
    this.#atStart = false;
    if (word === this.#top()) {
      this.#close();
      return true;
    }
    // END LOOP with no loop open: an opening we did not see. Closing another block would cut the
    // body in two.
    if (endings.has(word)) return true;
    if (this.#pending !== 'UNTIL') this.#closeThroughBegin();
    return false;
  }

  /** A plain END ends the innermost BEGIN and whatever was left open, or misread, inside it. */
  #closeThroughBegin(): void {
    while (this.#blocks.length > 0) {
      const closed = this.#top();
      this.#close();
      if (closed === 'BEGIN') return;
    }
  }

  #top(): BlockKind | undefined {
    return this.#blocks.at(-1)?.kind;
  }

  #open(kind: BlockKind): void {
    this.#blocks.push({ kind, outer: kind === 'EXPRESSION' ? this.#pending : '' });
    this.#pending = '';
    this.#atStart = kind !== 'EXPRESSION' && kind !== 'CASE';
  }

  #close(): void {
    this.#pending = this.#blocks.pop()?.outer ?? '';
    this.#atStart = false;
  }
}
