import { clauseWords } from './clause-words.js';
import { isSymbol, wordOf, type Level, type Node } from './token-tree.js';

/**
 * The completions that can follow at the cursor. `statement`: a keyword that starts a statement. `table`: a relation. `expression`: a
 * column, function or keyword. `word`: only a keyword, e.g. after a complete expression. `type`: a data type. `name`:
 * a new name, so there are no completions.
 */
export type CursorContext = 'statement' | 'table' | 'expression' | 'word' | 'type' | 'name';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Keywords that start a clause. */
const clauses = words(
  'select from where on by having qualify when then else case set values returning limit offset with window into ' +
    'update join using table',
);
const beforeNewName = words('as with recursive window constraint savepoint prepare declare cursor');
const beforeTable = words('from join into update table only lateral truncate describe desc view');
const beforeExpression = words(
  'select where on and or not by having qualify when then else case in like ilike between returning set distinct all ' +
    'limit offset values using is any some exists similar call do',
);
const beforeStatement = words('explain analyze analyse verbose union intersect except minus');
const beforeWord = words(
  'order group partition insert delete left right inner full cross outer natural is for create drop alter',
);
const createdObjects = words(
  'table view index schema function procedure trigger type sequence database role user domain extension exists ' +
    'concurrently policy rule',
);

/**
 * Returns what can follow at a position.
 *
 * @param levels the levels of parentheses around it, innermost first
 * @param isNewLine whether a line break precedes the position
 */
export function cursorContextOf(levels: readonly Level[], isNewLine: boolean): CursorContext {
  const [level, outer] = levels;
  if (level === undefined) return 'statement';
  const { before } = level;
  if (before.length === 0) return firstContext(outer);
  const last = before.at(-1);
  const word = wordOf(last);
  const isCreated = wordOf(before[0]) === 'create';
  if (isCreated && createdObjects.has(word ?? '')) return 'name';
  if (isCreated && word === 'on') return 'table';
  if (word !== undefined) {
    if (word === 'update' && wordOf(before.at(-2)) === 'for') return 'word';
    if (word === 'all' && before.length === 1) return 'statement';
    if (word === 'desc' && before.length > 1) return 'word';
    if (beforeNewName.has(word)) return 'name';
    if (beforeTable.has(word)) return isOperatorFrom(before) ? 'expression' : 'table';
    if (beforeStatement.has(word)) return 'statement';
    if (beforeExpression.has(word)) return 'expression';
    if (beforeWord.has(word)) return 'word';
  }
  const clause = clauseOf(before);
  if (isSymbol(last, ',')) return listContext(clause, outer, level);
  if (isSymbol(last, '::')) return 'type';
  if (isSymbol(last, ':')) return 'name';
  if (isSymbol(last, '*') && isAllColumns(before)) return 'word';
  if (last?.kind === 'symbol' && last.text !== ']') return 'expression';
  return contextAfterExpression(before, clause, isNewLine);
}

/** Returns the context after an opening parenthesis. */
function firstContext(outer: Level | undefined): CursorContext {
  if (outer === undefined) return 'statement';
  const { before } = outer;
  if (namesColumns(outer)) return 'name';
  const word = wordOf(before.at(-1));
  const beforeSubquery = [
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
  if (before.length === 0 || beforeSubquery.includes(word ?? '')) return 'statement';
  return isSymbol(before.at(-1), ',') && clauseOf(before) === 'from' ? 'statement' : 'expression';
}

/** Returns whether the parentheses after a level contain new column names. */
function namesColumns({ before }: Level): boolean {
  const clause = clauseOf(before);
  if (clause === 'with' && wordOf(before.at(-1)) !== 'as') return true;
  return wordOf(before[0]) === 'create' && clause === 'table' && wordOf(before.at(-1)) !== 'as';
}

function listContext(
  clause: string | undefined,
  outer: Level | undefined,
  { before }: Level,
): CursorContext {
  if (clause === 'with' || clause === 'window') return 'name';
  if (clause === undefined && outer !== undefined && namesColumns(outer)) return 'name';
  const isOfTables = ['from', 'join', 'update', 'table'].includes(clause ?? '');
  return isOfTables || (clause === 'using' && wordOf(before[0]) === 'delete')
    ? 'table'
    : 'expression';
}

/** Returns the context after a complete expression or name: an alias, or a keyword that continues the query. */
function contextAfterExpression(
  before: readonly Node[],
  clause: string | undefined,
  isNewLine: boolean,
): CursorContext {
  const mayBeAlias = ['select', 'returning', 'from', 'join', 'update', 'into', 'using', 'table'];
  if (isNewLine || !mayBeAlias.includes(clause ?? '')) return 'word';
  return hasAlias(before) ? 'word' : 'name';
}

/** Returns whether the last name is an alias. */
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

/** Returns whether the last `from` starts no clause, as in `is distinct from` and `extract(year from`. */
const isOperatorFrom = (before: readonly Node[]): boolean =>
  wordOf(before.at(-1)) === 'from' &&
  (wordOf(before.at(-2)) === 'distinct' ||
    (before.length > 1 &&
      clauseOf(before.slice(0, -1)) === undefined &&
      wordOf(before[0]) !== 'delete'));

/** Returns whether the last `*` selects all columns and is not a product. */
function isAllColumns(before: readonly Node[]): boolean {
  const previous = before.at(-2);
  return (
    previous === undefined ||
    isSymbol(previous, ',') ||
    isSymbol(previous, '.') ||
    ['select', 'distinct', 'all', 'returning'].includes(wordOf(previous) ?? '')
  );
}

/** Returns the clause at the end of the nodes; CASE … END is skipped. */
export function clauseOf(before: readonly Node[]): string | undefined {
  let ended = 0;
  for (const node of before.toReversed()) {
    const word = wordOf(node);
    if (word === 'end') ended++;
    else if (word === 'case' && ended > 0) ended--;
    else if (ended === 0 && word !== undefined && clauses.has(word)) return word;
  }
  return undefined;
}
