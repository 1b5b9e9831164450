import type { Token } from './lexer.js';

/** The tokens between two parentheses. */
export interface Group {
  kind: 'group';
  nodes: Node[];
  /** Offset of the opening parenthesis. */
  from: number;
  /** Offset after the closing parenthesis; Infinity if it is missing. */
  to: number;
}

/** A token or a group in parentheses. */
export type Node = Token | Group;

/** Deeper parentheses are ignored, because functions that walk the tree are recursive. */
const MAX_DEPTH = 100;

/** Groups tokens by parentheses; an unmatched `)` is dropped. */
export function groupsOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open: Group[] = [];
  let tooDeep = 0;
  for (const token of tokens) {
    const nodes = open.at(-1)?.nodes ?? root;
    if (isSymbol(token, '(') && open.length === MAX_DEPTH) tooDeep++;
    else if (isSymbol(token, ')') && tooDeep > 0) tooDeep--;
    else if (isSymbol(token, '(')) {
      const group: Group = { kind: 'group', nodes: [], from: token.from, to: Infinity };
      nodes.push(group);
      open.push(group);
    } else if (isSymbol(token, ')')) {
      const closed = open.pop();
      if (closed !== undefined) closed.to = token.to;
    } else nodes.push(token);
  }
  return root;
}

/** Returns a word in lower case; undefined for other nodes. */
export const wordOf = (node: Node | undefined): string | undefined =>
  node?.kind === 'word' ? node.text.toLowerCase() : undefined;

/** Returns whether a node is the given symbol. */
export const isSymbol = (node: Node | undefined, text: string): boolean =>
  node?.kind === 'symbol' && node.text === text;

const setOperators = new Set(['union', 'intersect', 'except', 'minus']);

/** Returns whether a node is UNION or the like; `select * except (id)` of BigQuery leaves out columns. */
function isSetOperator(nodes: readonly Node[], index: number): boolean {
  const word = wordOf(nodes[index]);
  if (word === undefined || !setOperators.has(word)) return false;
  return (
    word !== 'except' || !isSymbol(nodes[index - 1], '*') || nodes[index + 1]?.kind !== 'group'
  );
}

/** Splits at UNION, INTERSECT and EXCEPT; the operators are dropped. */
export function queriesOf(nodes: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]];
  for (const [index, node] of nodes.entries()) {
    if (isSetOperator(nodes, index)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** Splits at commas. */
export function itemsOf(nodes: readonly Node[]): Node[][] {
  const items: Node[][] = [[]];
  for (const node of nodes) {
    if (isSymbol(node, ',')) items.push([]);
    else items.at(-1)?.push(node);
  }
  return items;
}

/** A level of parentheses around a position. */
export interface Level {
  /** All nodes of the level. */
  nodes: Node[];
  /** The nodes of the query at the position. */
  query: Node[];
  /** The nodes of that query before the position. */
  before: Node[];
}

/** Returns the levels around a position, innermost first. */
export function levelsAt(root: Node[], pos: number): Level[] {
  const levels: Level[] = [];
  let nodes: Node[] | undefined = root;
  while (nodes !== undefined) {
    let start = 0;
    for (const [index, node] of nodes.entries()) {
      if (node.from < pos && isSetOperator(nodes, index)) start = index + 1;
    }
    const rest: Node[] = nodes.slice(start);
    const [query = []] = queriesOf(rest);
    const before = rest.filter(({ to }) => to <= pos);
    levels.unshift({ nodes, query, before });
    const inner: Node | undefined = nodes.find(
      (node) => node.kind === 'group' && node.from < pos && pos < node.to,
    );
    nodes = inner?.kind === 'group' ? inner.nodes : undefined;
  }
  return levels;
}
