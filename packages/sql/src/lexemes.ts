import { dialects, type Dialect } from './dialects.js';
import { operatorsIn } from './operators.js';
import { scanTokens, type Token } from './tokens.js';

/** A part of a text that white space must not split: a token, an operator, or strings that the engine joins. */
export interface Lexeme {
  kind: Token['kind'];
  startOffset: number;
  endOffset: number;
  text: string;
  /** Its text, and how white space around it decides its meaning. */
  key: string;
}

/**
 * Reads the lexemes of a text, without white space. If two texts have the same keys, the database reads the same in both.
 * The time is linear in the length of the text.
 */
export function lexemesOf(text: string, dialect: Dialect): Lexeme[] {
  const { operators, joinsStrings = false } = dialects[dialect];
  const found: Lexeme[] = [];
  const push = (kind: Token['kind'], startOffset: number, endOffset: number): void => {
    const own = text.slice(startOffset, endOffset);
    const key =
      kind === 'comment' || kind === 'line'
        ? own.replace(/\s+/g, '')
        : own + glue(text, startOffset, endOffset, own);
    found.push({ kind, startOffset, endOffset, text: own, key });
  };
  // Symbols without white space between them may be one operator.
  let symbolsStart = -1;
  const pushSymbols = (end: number): void => {
    if (symbolsStart < 0) return;
    let at = symbolsStart;
    for (const operator of operatorsIn(text.slice(symbolsStart, end), operators)) {
      push('symbol', at, at + operator.length);
      at += operator.length;
    }
    symbolsStart = -1;
  };
  for (const { kind, startOffset, endOffset } of scanTokens(text, dialect)) {
    if (kind === 'symbol' && endOffset - startOffset === 1) {
      if (symbolsStart < 0) symbolsStart = startOffset;
      continue;
    }
    pushSymbols(startOffset);
    if (kind === 'space') continue;
    push(kind, joinedStart(found, text, startOffset, joinsStrings), endOffset);
  }
  pushSymbols(text.length);
  return found;
}

/** Characters after which a name or number belongs to the symbol. */
const marks = new Set(['@', '@@', ':', '$', '?']);

/** How a symbol touches its neighbours, where that has a meaning: `1.5` and `1 .5`, `@a` and `@ a`. */
function glue(text: string, start: number, end: number, own: string): string {
  const next = text.charAt(end);
  if (own === '.') return `${String(/\d/.test(text.charAt(start - 1)))} ${String(/\d/.test(next))}`;
  // `{'a':1}` is an object.
  if (own === ':' && text.charAt(start - 1) === "'") return '';
  return marks.has(own) && /[\w"'`\u0080-\uffff]/.test(next) ? ' touches' : '';
}

/**
 * The start of the string that starts or continues at `start`. It removes its first parts from `found`: the string before
 * a line break, which PostgreSQL joins, and the prefix of `U&'..'`.
 */
function joinedStart(found: Lexeme[], text: string, start: number, joinsStrings: boolean): number {
  const [name, before] = [found.at(-2), found.at(-1)];
  if (!/^(?:\w{0,2}')/.test(text.slice(start, start + 3)) || before === undefined) return start;
  const gap = text.slice(before.endOffset, start);
  if (joinsStrings && before.kind === 'quoted' && before.text.endsWith("'") && /[\r\n]/.test(gap)) {
    found.length -= 1;
    return before.startOffset;
  }
  const isUnicode =
    gap === '' &&
    before.text === '&' &&
    name?.endOffset === before.startOffset &&
    /^u$/i.test(name.text);
  if (!isUnicode) return start;
  found.length -= 2;
  return name.startOffset;
}
