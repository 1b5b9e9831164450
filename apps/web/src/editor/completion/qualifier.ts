import type { Token } from './lexer.js';
import { isSymbol } from './token-tree.js';

/** Returns the names that qualify the one at an offset, such as `schema` and `table` of `schema.table.`, in order. */
export function qualifierAt(tokens: readonly Token[], offset: number): Token[] {
  const names: Token[] = [];
  let index = tokens.findLastIndex(({ to }) => to <= offset);
  while (isSymbol(tokens[index], '.')) {
    const name = tokens[index - 1];
    if (name?.kind !== 'word' && name?.kind !== 'quoted') break;
    names.unshift(name);
    index -= 2;
  }
  return names;
}
