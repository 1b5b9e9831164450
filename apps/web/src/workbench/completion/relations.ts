import type { Catalog, Column } from './catalog.js';
import { clauseWords } from './keywords.js';
import { isSymbol, itemsOf, queriesOf, wordOf, type Group, type Node } from './tree.js';

/** What columns come from: a table, a common table expression or a subquery. */
export interface Relation {
  /** Its alias, or its own name; empty for a subquery without one. */
  name: string;
  /** Empty where they are not known. */
  columns: Column[];
}

/** Common table expressions by their names in lower case. */
export type Expressions = ReadonlyMap<string, Relation>;

const untyped = (name: string): Column => ({ name, dataType: '' });

/** A name that may be an alias: no word that goes on with the query. */
const nameOf = (node: Node | undefined): string | undefined => {
  if (node?.kind === 'quoted') return node.text;
  return node?.kind === 'word' && !clauseWords.has(node.text.toLowerCase()) ? node.text : undefined;
};

const namesIn = ({ nodes }: Group): string[] =>
  itemsOf(nodes).flatMap(([first]) => nameOf(first) ?? []);

/**
 * Returns the common table expressions that a query begins with, beside those that it sees already. A recursive
 * one sees itself only by the names that it gives its columns.
 */
export function expressionsOf(
  nodes: readonly Node[],
  catalog: Catalog,
  outer: Expressions,
): Expressions {
  const start = nodes.findIndex((node) => wordOf(node) === 'with');
  if (start < 0) return outer;
  const seen = new Map(outer);
  let at = wordOf(nodes[start + 1]) === 'recursive' ? start + 2 : start + 1;
  for (;;) {
    const name = nameOf(nodes[at]);
    if (name === undefined) return seen;
    let next = nodes[++at];
    const names = next?.kind === 'group' ? namesIn(next) : undefined;
    if (names !== undefined) next = nodes[++at];
    while (next?.kind === 'word') next = nodes[++at];
    if (names !== undefined) seen.set(name.toLowerCase(), { name, columns: names.map(untyped) });
    if (next?.kind !== 'group') return seen;
    const columns = outputOf(next.nodes, catalog, seen);
    seen.set(name.toLowerCase(), { name, columns: renamed(columns, names) });
    if (!isSymbol(nodes[++at], ',')) return seen;
    at++;
  }
}

const renamed = (columns: Column[], names: string[] | undefined): Column[] =>
  names === undefined
    ? columns
    : names.map((name, index) => ({ name, dataType: columns[index]?.dataType ?? '' }));

/** Words that a table reference follows. */
const beforeTables = new Set(['from', 'join', 'using', 'update', 'into', 'table', 'truncate']);

/** Returns what a query reads from or writes to, in the order of the text. */
export function relationsOf(
  nodes: readonly Node[],
  catalog: Catalog,
  expressions: Expressions,
): Relation[] {
  const found: Relation[] = [];
  for (let index = 0; index < nodes.length; index++) {
    const word = wordOf(nodes[index]);
    if (word === undefined || !beforeTables.has(word)) continue;
    // `is distinct from` compares, `for update` and `do update set` name no table, `using (id)` names columns.
    if (wordOf(nodes[index - 1]) === 'distinct') continue;
    if (word === 'using' && nodes[index + 1]?.kind === 'group') continue;
    let at = index + 1;
    for (;;) {
      const reference = referenceAt(nodes, at, catalog, expressions);
      if (reference === null) break;
      found.push(...reference.relations);
      at = reference.next;
      if (!isSymbol(nodes[at], ',')) break;
      at++;
    }
    index = at - 1;
  }
  return found;
}

interface Reference {
  relations: Relation[];
  /** Index of the node behind it. */
  next: number;
}

/** Reads a table reference with its alias; null where none begins. */
function referenceAt(
  nodes: readonly Node[],
  start: number,
  catalog: Catalog,
  expressions: Expressions,
): Reference | null {
  let at = start;
  while (['only', 'lateral', 'table', 'if', 'not', 'exists'].includes(wordOf(nodes[at]) ?? ''))
    at++;
  const first = nodes[at];
  if (first?.kind === 'group') {
    const isJoin = !['select', 'with', 'values'].includes(wordOf(first.nodes[0]) ?? '');
    if (isJoin && first.nodes[0]?.kind !== 'group') {
      const list: Node = {
        kind: 'word',
        text: 'from',
        from: first.from,
        to: first.from,
        isOpen: false,
      };
      return { relations: relationsOf([list, ...first.nodes], catalog, expressions), next: at + 1 };
    }
    const columns = outputOf(first.nodes, catalog, expressions);
    return named({ name: '', columns }, nodes, at + 1);
  }
  const parts: string[] = [];
  for (;;) {
    const part = nameOf(nodes[at]);
    if (part === undefined) break;
    parts.push(part);
    at++;
    if (!isSymbol(nodes[at], '.')) break;
    at++;
  }
  const table = parts.at(-1);
  if (table === undefined) return null;
  const schema = parts.at(-2);
  const expression = schema === undefined ? expressions.get(table.toLowerCase()) : undefined;
  const columns = expression?.columns ?? catalog.columns(schema, table) ?? [];
  if (nodes[at]?.kind !== 'group') return named({ name: table, columns }, nodes, at);
  // A function, or the columns that an INSERT fills.
  return named({ name: table, columns }, nodes, at + 1);
}

function named({ name, columns }: Relation, nodes: readonly Node[], start: number): Reference {
  const at = wordOf(nodes[start]) === 'as' ? start + 1 : start;
  const alias = nameOf(nodes[at]);
  if (alias === undefined) return { relations: [{ name, columns }], next: at };
  const list = nodes[at + 1];
  if (list?.kind !== 'group') return { relations: [{ name: alias, columns }], next: at + 1 };
  return { relations: [{ name: alias, columns: renamed(columns, namesIn(list)) }], next: at + 2 };
}

/** Words that end a select list. */
const afterList = new Set(
  'from where group order having limit offset fetch window for into qualify'.split(' '),
);

/** Returns the columns of a query as far as they have names; of a union those of its first part. */
function outputOf(nodes: readonly Node[], catalog: Catalog, outer: Expressions): Column[] {
  const expressions = expressionsOf(nodes, catalog, outer);
  const [query = []] = queriesOf(nodes);
  const start = query.findIndex((node) => ['select', 'returning'].includes(wordOf(node) ?? ''));
  if (start < 0) {
    const [only] = query;
    return query.length === 1 && only?.kind === 'group'
      ? outputOf(only.nodes, catalog, expressions)
      : [];
  }
  const list = query.slice(start + 1);
  const end = list.findIndex((node) => afterList.has(wordOf(node) ?? ''));
  const relations = relationsOf(query, catalog, expressions);
  return itemsOf(end < 0 ? list : list.slice(0, end)).flatMap((item) =>
    itemColumns(item, relations),
  );
}

function itemColumns(item: Node[], relations: Relation[]): Column[] {
  let nodes = item;
  if (['distinct', 'all'].includes(wordOf(nodes[0]) ?? '')) {
    nodes = nodes.slice(wordOf(nodes[1]) === 'on' ? 3 : 1);
  }
  const last = nodes.at(-1);
  const owner = isSymbol(nodes.at(-2), '.') ? nameOf(nodes.at(-3)) : undefined;
  const read = relations.filter(({ name }) => owner === undefined || isSame(name, owner));
  if (isSymbol(last, '*')) {
    const isAll = nodes.length === 1 || owner !== undefined;
    return isAll ? read.flatMap(({ columns }) => columns) : [];
  }
  const name = nameOf(last);
  if (name !== undefined) {
    const isColumn = nodes.length === 1 || owner !== undefined;
    const column = read.flatMap(({ columns }) => columns).find((each) => isSame(each.name, name));
    return [isColumn && column !== undefined ? column : untyped(name)];
  }
  // A call is named as its function.
  const [called] = nodes;
  return called?.kind === 'word' && nodes[1]?.kind === 'group' && nodes.length === 2
    ? [untyped(called.text.toLowerCase())]
    : [];
}

/** Whether two names mean the same to a database that folds their case. */
export const isSame = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
