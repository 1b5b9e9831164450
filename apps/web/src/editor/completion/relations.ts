import type { TextRange } from '../../sql/text-range.js';
import type { Catalog, Column } from './catalog.js';
import { clauseWords } from './clause-words.js';
import { isSymbol, itemsOf, queriesOf, wordOf, type Group, type Node } from './token-tree.js';

/** A source of columns: a table, a common table expression or a subquery. */
export interface Relation {
  /** The alias or the name; empty for a subquery without alias. */
  name: string;
  /** The name of the table or expression without its alias. */
  table: string;
  /** The schema that the statement names. */
  schema: string | undefined;
  /** Columns come from a query: a common table expression or a subquery. */
  isQuery: boolean;
  /** The place that gives it its name: of the alias, or of the name in WITH; null for a table without alias. */
  definition: TextRange | null;
  /** Empty if unknown. */
  columns: Column[];
}

/** Common table expressions by lower-case name. */
export type Expressions = ReadonlyMap<string, Relation>;

const untyped = (name: string): Column => ({ name, dataType: '' });

/** Returns a name or alias; undefined for keywords that continue the query. */
const nameOf = (node: Node | undefined): string | undefined => {
  if (node?.kind === 'quoted') return node.text;
  return node?.kind === 'word' && !clauseWords.has(node.text.toLowerCase()) ? node.text : undefined;
};

const namesIn = ({ nodes }: Group): string[] =>
  itemsOf(nodes).flatMap(([first]) => nameOf(first) ?? []);

/**
 * Returns the common table expressions of a query, added to the visible outer ones. A recursive expression sees
 * itself only if it names its columns.
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
    const definition = rangeOf(nodes[at]);
    if (name === undefined) return seen;
    let next = nodes[++at];
    const names = next?.kind === 'group' ? namesIn(next) : undefined;
    if (names !== undefined) next = nodes[++at];
    while (next?.kind === 'word') next = nodes[++at];
    const expression = { name, table: name, schema: undefined, isQuery: true, definition };
    if (names !== undefined)
      seen.set(name.toLowerCase(), { ...expression, columns: names.map(untyped) });
    if (next?.kind !== 'group') return seen;
    const columns = outputColumnsOf(next.nodes, catalog, seen);
    seen.set(name.toLowerCase(), { ...expression, columns: renamed(columns, names) });
    if (!isSymbol(nodes[++at], ',')) return seen;
    at++;
  }
}

const rangeOf = (node: Node | undefined): TextRange | null =>
  node === undefined ? null : { from: node.from, to: node.to };

const renamed = (columns: Column[], names: string[] | undefined): Column[] =>
  names === undefined
    ? columns
    : names.map((name, index) => ({ name, dataType: columns[index]?.dataType ?? '' }));

/** Keywords that precede a table reference. */
const beforeTables = new Set(['from', 'join', 'using', 'update', 'into', 'table', 'truncate']);

/** Returns the relations that a query reads or writes, in source order. */
export function relationsOf(
  nodes: readonly Node[],
  catalog: Catalog,
  expressions: Expressions,
): Relation[] {
  const found: Relation[] = [];
  for (let index = 0; index < nodes.length; index++) {
    const word = wordOf(nodes[index]);
    if (word === undefined || !beforeTables.has(word)) continue;
    // `is distinct from` is a comparison, and `using (id)` lists columns.
    if (isDistinctFrom(nodes.slice(0, index))) continue;
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
  const [written] = found;
  const isUpsert = nodes.some((node) => wordOf(node) === 'conflict');
  return isUpsert && written !== undefined ? [...found, { ...written, name: 'excluded' }] : found;
}

/** Returns whether the nodes end with `is distinct` or `is not distinct`. */
const isDistinctFrom = (before: readonly Node[]): boolean =>
  wordOf(before.at(-1)) === 'distinct' && ['is', 'not'].includes(wordOf(before.at(-2)) ?? '');

interface Reference {
  relations: Relation[];
  /** Index of the next node. */
  next: number;
}

/** Parses a table reference with its alias; returns null if there is none. */
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
    const columns = outputColumnsOf(first.nodes, catalog, expressions);
    const query = { schema: undefined, isQuery: true, definition: null };
    return named({ name: '', table: '', ...query, columns }, nodes, at + 1);
  }
  const { parts, next } = qualifiedName(nodes, at);
  at = next;
  const table = parts.at(-1);
  if (table === undefined) return null;
  const schema = parts.at(-2);
  const expression = schema === undefined ? expressions.get(table.toLowerCase()) : undefined;
  const relation: Relation = {
    name: table,
    table,
    schema,
    isQuery: expression !== undefined,
    definition: expression?.definition ?? null,
    columns: expression?.columns ?? catalog.table(schema, table)?.table.columns ?? [],
  };
  // After a table function, or before the column list of an INSERT.
  return named(relation, nodes, nodes[at]?.kind === 'group' ? at + 1 : at);
}

/** Returns the parts of a name such as `schema.table`, and the index of the next node. */
function qualifiedName(nodes: readonly Node[], start: number): { parts: string[]; next: number } {
  const parts: string[] = [];
  for (let at = start; ; at += 2) {
    const part = nameOf(nodes[at]);
    if (part === undefined) return { parts, next: at };
    // BigQuery quotes a qualified name as a whole.
    parts.push(...(nodes[at]?.kind === 'quoted' ? part.split('.') : [part]));
    if (!isSymbol(nodes[at + 1], '.')) return { parts, next: at + 1 };
  }
}

function named(relation: Relation, nodes: readonly Node[], start: number): Reference {
  const at = wordOf(nodes[start]) === 'as' ? start + 1 : start;
  const alias = nameOf(nodes[at]);
  if (alias === undefined) return { relations: [relation], next: at };
  const aliased = { ...relation, name: alias, definition: rangeOf(nodes[at]) };
  const list = nodes[at + 1];
  if (list?.kind !== 'group') return { relations: [aliased], next: at + 1 };
  const columns = renamed(relation.columns, namesIn(list));
  return { relations: [{ ...aliased, columns }], next: at + 2 };
}

/** Keywords that end a select list. */
const afterList = new Set(
  'from where group order having limit offset fetch window for into qualify'.split(' '),
);

/** Returns the named output columns of a query; for a union, those of its first part. */
export function outputColumnsOf(
  nodes: readonly Node[],
  catalog: Catalog,
  outer: Expressions,
): Column[] {
  const expressions = expressionsOf(nodes, catalog, outer);
  const [query = []] = queriesOf(nodes);
  const start = query.findIndex((node) => ['select', 'returning'].includes(wordOf(node) ?? ''));
  if (start < 0) {
    const [only] = query;
    return query.length === 1 && only?.kind === 'group'
      ? outputColumnsOf(only.nodes, catalog, expressions)
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
  const read = relations.filter(({ name }) => owner === undefined || isSameName(name, owner));
  if (isSymbol(last, '*')) {
    const isAll = nodes.length === 1 || owner !== undefined;
    return isAll ? read.flatMap(({ columns }) => columns) : [];
  }
  const name = nameOf(last);
  if (name !== undefined) {
    const isColumn = nodes.length === 1 || owner !== undefined;
    const column = read
      .flatMap(({ columns }) => columns)
      .find((each) => isSameName(each.name, name));
    return [isColumn && column !== undefined ? column : untyped(name)];
  }
  // The column of a function call has the name of the function.
  const [called] = nodes;
  return called?.kind === 'word' && nodes[1]?.kind === 'group' && nodes.length === 2
    ? [untyped(called.text.toLowerCase())]
    : [];
}

/** Returns whether two names are equal regardless of case. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
