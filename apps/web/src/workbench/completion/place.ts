import { clauseWords } from './keywords.js';
import { isSymbol, wordOf, type Level, type Node } from './tree.js';

/**
 * What belongs at a position: `statement` a word that begins one; `table` what is read from or written to;
 * `expression` a column, a function or a word; `word` a word of the query only, as behind a whole expression; `type` a
 * data type; `name` a name that the author makes up, so that nothing can be offered.
 */
export type Place = 'statement' | 'table' | 'expression' | 'word' | 'type' | 'name';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that say what the rest of their part of a query is. */
const clauses = words(
  'select from where on by having when then else case set values returning limit offset with window into update ' +
    'join using table',
);
const namedByAuthor = words('as with recursive window constraint savepoint prepare declare cursor');
const beforeTable = words('from join into update table only lateral truncate describe desc view');
const beforeExpression = words(
  'select where on and or not by having when then else case in like ilike between returning set distinct all ' +
    'limit offset values using is any some exists similar call do',
);
const beforeStatement = words('explain analyze analyse verbose union intersect except minus');
const beforeWord = words(
  'order group partition insert delete left right inner full cross outer natural is for create drop alter',
);
const made = words(
  'table view index schema function procedure trigger type sequence database role user domain extension exists ' +
    'concurrently policy rule',
);

/**
 * Returns what belongs at a position.
 *
 * @param levels the levels of parentheses around it, the innermost first
 * @param isNewLine whether a line begins between it and what stands before
 */
export function placeOf(levels: readonly Level[], isNewLine: boolean): Place {
  const [level, outer] = levels;
  if (level === undefined) return 'statement';
  const { before } = level;
  if (before.length === 0) return firstPlace(outer);
  const last = before.at(-1);
  const word = wordOf(last);
  const isCreated = wordOf(before[0]) === 'create';
  if (isCreated && made.has(word ?? '')) return 'name';
  if (isCreated && word === 'on') return 'table';
  if (word !== undefined) {
    if (word === 'update' && wordOf(before.at(-2)) === 'for') return 'word';
    if (word === 'all' && before.length === 1) return 'statement';
    if (word === 'desc' && before.length > 1) return 'word';
    if (namedByAuthor.has(word)) return 'name';
    if (beforeTable.has(word)) return isComparison(before) ? 'expression' : 'table';
    if (beforeStatement.has(word)) return 'statement';
    if (beforeExpression.has(word)) return 'expression';
    if (beforeWord.has(word)) return 'word';
  }
  const clause = clauseOf(before);
  if (isSymbol(last, ',')) return placeInList(clause, outer, level);
  if (isSymbol(last, '::')) return 'type';
  if (isSymbol(last, ':')) return 'name';
  if (isSymbol(last, '*') && isWholeRow(before)) return 'word';
  if (last?.kind === 'symbol' && last.text !== ']') return 'expression';
  return placeBehind(before, clause, isNewLine);
}

/** Right behind a parenthesis that opens. */
function firstPlace(outer: Level | undefined): Place {
  if (outer === undefined) return 'statement';
  const { before } = outer;
  if (namesColumns(outer)) return 'name';
  const word = wordOf(before.at(-1));
  const begins = [
    'from',
    'join',
    'as',
    'lateral',
    'in',
    'any',
    'some',
    'all',
    'exists',
    'materialized',
  ];
  if (before.length === 0 || begins.includes(word ?? '')) return 'statement';
  return isSymbol(before.at(-1), ',') && clauseOf(before) === 'from' ? 'statement' : 'expression';
}

/** Whether what stands in the parentheses of a level are names that the author gives to columns. */
function namesColumns({ before }: Level): boolean {
  const clause = clauseOf(before);
  if (clause === 'with' && wordOf(before.at(-1)) !== 'as') return true;
  return wordOf(before[0]) === 'create' && clause === 'table' && wordOf(before.at(-1)) !== 'as';
}

function placeInList(
  clause: string | undefined,
  outer: Level | undefined,
  { before }: Level,
): Place {
  if (clause === 'with' || clause === 'window') return 'name';
  if (clause === undefined && outer !== undefined && namesColumns(outer)) return 'name';
  const isOfTables = ['from', 'join', 'update', 'table'].includes(clause ?? '');
  return isOfTables || (clause === 'using' && wordOf(before[0]) === 'delete')
    ? 'table'
    : 'expression';
}

/** Behind a whole expression or name: an alias, or a word that goes on with the query. */
function placeBehind(
  before: readonly Node[],
  clause: string | undefined,
  isNewLine: boolean,
): Place {
  const mayBeAlias = ['select', 'returning', 'from', 'join', 'update', 'into', 'using', 'table'];
  if (isNewLine || !mayBeAlias.includes(clause ?? '')) return 'word';
  return hasAlias(before) ? 'word' : 'name';
}

/** Whether the last name is an alias of what stands before it. */
function hasAlias(before: readonly Node[]): boolean {
  const [previous, last] = before.slice(-2);
  if (wordOf(previous) === 'as') return true;
  if (last?.kind !== 'word' && last?.kind !== 'quoted') return false;
  if (wordOf(last) === 'end') return false;
  return isOperand(previous);
}

function isOperand(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === 'word')
    return !clauseWords.has(node.text.toLowerCase()) || node.text.toLowerCase() === 'end';
  return node.kind !== 'symbol' || node.text === ']';
}

/** `is distinct from`, and `extract(year from` and the like. */
const isComparison = (before: readonly Node[]): boolean =>
  wordOf(before.at(-1)) === 'from' &&
  (wordOf(before.at(-2)) === 'distinct' ||
    (before.length > 1 &&
      clauseOf(before.slice(0, -1)) === undefined &&
      wordOf(before[0]) !== 'delete'));

/** `select *` and `t.*`, not a product. */
function isWholeRow(before: readonly Node[]): boolean {
  const previous = before.at(-2);
  return (
    previous === undefined ||
    isSymbol(previous, ',') ||
    isSymbol(previous, '.') ||
    ['select', 'distinct', 'all', 'returning'].includes(wordOf(previous) ?? '')
  );
}

/** The clause that the end of some nodes is in; what stands between CASE and END is passed over. */
function clauseOf(before: readonly Node[]): string | undefined {
  let ended = 0;
  for (const node of before.toReversed()) {
    const word = wordOf(node);
    if (word === 'end') ended++;
    else if (word === 'case' && ended > 0) ended--;
    else if (ended === 0 && word !== undefined && clauses.has(word)) return word;
  }
  return undefined;
}
