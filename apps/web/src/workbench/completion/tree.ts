import type { Token } from './lexer.js';

/** Tokens between two parentheses. */
export interface Group {
  kind: 'group';
  nodes: Node[];
  /** Of the opening parenthesis. */
  from: number;
  /** Behind the closing one; infinite where there is none. */
  to: number;
}

/** A token, or what stands in parentheses. */
export type Node = Token | Group;

/** Deeper ones are read as if they were not there: what walks the groups calls itself. */
const mostLevels = 100;

/** Returns the tokens with those in parentheses put together; a `)` that closes nothing is left out. */
export function groupsOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open: Group[] = [];
  let tooDeep = 0;
  for (const token of tokens) {
    const nodes = open.at(-1)?.nodes ?? root;
    if (isSymbol(token, '(') && open.length === mostLevels) tooDeep++;
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

/** A word in lower case; undefined for all else. */
export const wordOf = (node: Node | undefined): string | undefined =>
  node?.kind === 'word' ? node.text.toLowerCase() : undefined;

/** Whether a node is the given sign. */
export const isSymbol = (node: Node | undefined, text: string): boolean =>
  node?.kind === 'symbol' && node.text === text;

const setOperators = new Set(['union', 'intersect', 'except', 'minus']);

/** Splits at UNION, INTERSECT and EXCEPT; each part begins behind its operator. */
export function queriesOf(nodes: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (setOperators.has(wordOf(node) ?? '')) parts.push([]);
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
  /** All of the level. */
  nodes: Node[];
  /** Those of the query that holds the position. */
  query: Node[];
  /** Those of the query that end before the position. */
  before: Node[];
}

/** Returns the levels around a position, the innermost first. */
export function levelsAt(root: Node[], pos: number): Level[] {
  const levels: Level[] = [];
  let nodes: Node[] | undefined = root;
  while (nodes !== undefined) {
    let start = 0;
    for (const [index, node] of nodes.entries()) {
      if (node.from < pos && setOperators.has(wordOf(node) ?? '')) start = index + 1;
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
