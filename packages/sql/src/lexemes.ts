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
        : own + glue(text, startOffset, endOffset, operators !== undefined);
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
    const before = found.at(-1);
    const hasMark =
      (kind === 'word' || kind === 'number' || kind === 'quoted') &&
      before?.endOffset === startOffset &&
      isMark(text, before, operators !== undefined);
    if (hasMark) found.length -= 1;
    const start = hasMark
      ? before.startOffset
      : joinedStart(found, text, startOffset, joinsStrings);
    push(kind, start, endOffset);
  }
  pushSymbols(text.length);
  return found;
}

/** Symbols to which a name or number after them belongs: those of parameters and variables. */
const marks = new Set(['$', '?', '#']);
/** Such symbols that are operators in PostgreSQL. */
const listedMarks = new Set(['@', '@@', ':']);

/** Whether the word or number after this symbol belongs to it: `@a`, but not the `:b` of `a:b`. */
const isMark = (text: string, { text: own, startOffset }: Lexeme, hasList: boolean): boolean =>
  (marks.has(own) || (hasList && listedMarks.has(own))) &&
  !/[\w"'`\])\u0080-\uffff]/.test(text.charAt(startOffset - 1));

/** How a symbol touches its neighbours, where that has a meaning: `1.5` and `1 .5`, `a:b` and `a :b`. */
function glue(text: string, start: number, end: number, hasList: boolean): string {
  const [before, own, next] = [text.charAt(start - 1), text.slice(start, end), text.charAt(end)];
  if (own === '.') return `${String(/\d/.test(before))} ${String(/\d/.test(next))}`;
  return hasList && own === ':' && /\w/.test(before) && /\w/.test(next) ? ' touches' : '';
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
