import { AngleLabel } from './angle-label.js';
import { headerWords } from './body-words.js';
import { Body } from './body.js';
import type { BodyRules } from './lexicon.js';

/**
 * How far a statement was read. `label`: a word that a colon may follow. `header`: CREATE or ALTER, but not the kind of
 * object. `with`: WITH; `withName` and `withAs`: the words after it. `set`: SET; `setStatement`: SET STATEMENT. `plain`:
 * the rest does not matter.
 */
type State =
  | 'start'
  | 'label'
  | 'header'
  | 'with'
  | 'withName'
  | 'withAs'
  | 'set'
  | 'setStatement'
  | 'body'
  | 'plain';

/**
 * Follows the words of one statement and decides whether a terminator belongs to a body: of a routine, or of a block that
 * is a statement. It reads the start of the statement; {@link Body} reads the rest.
 */
export class BodyTracker {
  readonly #rules: BodyRules;
  readonly #body: Body;
  readonly #angleLabel = new AngleLabel();
  #state: State = 'start';
  #isLabelled = false;
  #definer = false;

  constructor(rules: BodyRules) {
    this.#rules = rules;
    this.#body = new Body(rules);
  }

  /** False when the tokens before the next terminator do not matter. */
  get listening(): boolean {
    return this.#state !== 'plain' && !(this.#state === 'body' && this.#body.isIdle);
  }

  /** Starts the next statement. */
  reset(): void {
    if (this.#state === 'body') this.#body.reset();
    this.#state = 'start';
    this.#isLabelled = false;
    this.#definer = false;
    this.#angleLabel.reset();
  }

  /** Stops listening until the next statement. */
  mute(): void {
    this.#state = 'plain';
  }

  /**
   * Reads an upper-case word outside of parentheses, and the character directly before it: in `t.end`, `@end` and
   * `DEFINER=event@host` the word can only be a name.
   */
  word(word: string, before: string): void {
    const named = before === '.' || before === '@' || before === '$';
    if (this.#state === 'start') this.#start(word);
    else if (named || (this.#state === 'header' && before === '=')) this.symbol('');
    else if (this.#state === 'header') this.#header(word);
    else if (this.#state === 'body') this.#body.word(word);
    else if (this.#state === 'set' || this.#state === 'setStatement') this.#set(word);
    else this.#with(word);
  }

  /** Reads any other token outside of parentheses: its character, or '' for quoted text. */
  symbol(character: string): void {
    switch (this.#state) {
      case 'start':
        this.#startWithSymbol(character);
        break;
      case 'label':
        this.#isLabelled = character === ':';
        this.#state = this.#isLabelled ? 'start' : 'plain';
        break;
      case 'with':
        this.#state = character === '' ? 'withName' : 'plain';
        break;
      case 'withName':
      case 'withAs':
      case 'set':
        this.#state = 'plain';
        break;
      case 'body':
        this.#body.symbol(character);
        break;
      case 'header':
      case 'setStatement':
      case 'plain':
        break;
    }
  }

  /** Reads a terminator; true when it belongs to a body and does not end the statement. */
  terminator(): boolean {
    return this.#state === 'body' && this.#body.terminator();
  }

  #start(word: string): void {
    if (this.#angleLabel.read('', false) === 'outside') this.#first(word);
  }

  #startWithSymbol(character: string): void {
    const isFirst = this.#rules.angleLabels === true && !this.#isLabelled;
    const label = this.#angleLabel.read(character, isFirst);
    if (label === 'complete') this.#isLabelled = true;
    if (label !== 'outside') return;
    this.#state = character === '' && this.#mayBeLabel() ? 'label' : 'plain';
  }

  #first(word: string): void {
    const { routines, anonymous, bare, withProcedure, setStatement } = this.#rules;
    if (bare.includes(word) || (word === 'BEGIN' && this.#isLabelled)) {
      this.#state = 'body';
      this.#body.startWith(word);
    } else if (this.#isLabelled) {
      this.#state = 'plain';
    } else if ((word === 'CREATE' || word === 'ALTER') && routines.length > 0) {
      this.#state = 'header';
    } else if (word === 'BEGIN' && anonymous !== 'none') {
      this.#state = 'body';
      this.#body.startWithBegin();
    } else if (word === 'WITH' && withProcedure === true) {
      this.#state = 'with';
    } else if (word === 'SET' && setStatement === true) {
      this.#state = 'set';
    } else {
      this.#state = this.#mayBeLabel() ? 'label' : 'plain';
    }
  }

  #mayBeLabel(): boolean {
    return this.#rules.labels === true && !this.#isLabelled;
  }

  #header(word: string): void {
    if (this.#rules.routines.includes(word)) this.#startRoutine(word);
    else if (word === 'DEFINER') this.#definer = true;
    // The definer may have any name, so only a word that cannot be one ends the search.
    else if (this.#definer ? word === 'VIEW' : !headerWords.has(word)) this.#state = 'plain';
  }

  /** After SET STATEMENT .. FOR another statement starts. */
  #set(word: string): void {
    if (this.#state === 'set') this.#state = word === 'STATEMENT' ? 'setStatement' : 'plain';
    else if (word === 'FOR') this.#state = 'start';
  }

  /** WITH name AS PROCEDURE. In the state `label` a word means that there is no label. */
  #with(word: string): void {
    if (this.#state === 'with') this.#state = 'withName';
    else if (this.#state === 'withName' && word === 'AS') this.#state = 'withAs';
    else if (this.#state === 'withAs' && word === 'PROCEDURE') this.#startRoutine(word);
    else this.#state = 'plain';
  }

  #startRoutine(kind: string): void {
    this.#state = 'body';
    this.#body.startRoutine(kind);
  }
}
