import type { AnalysisSettings } from '../completion/analysis.js';
import type { Catalog } from '../completion/catalog.js';
import { clauseWords } from '../completion/clause-words.js';
import { tokensOf, type Token } from '../completion/lexer.js';
import { groupsOf, type Node } from '../completion/token-tree.js';

/** A statement with the names that its database knows. */
export interface NamedStatement {
  /** Without comments. */
  tokens: Token[];
  root: Node[];
  catalog: Catalog;
  dialectName: string | undefined;
}

/** Returns a statement prepared for looking up its names. */
export function namedStatement(
  text: string,
  { lexer, dialectName }: Pick<AnalysisSettings, 'lexer' | 'dialectName'>,
  catalog: Catalog,
): NamedStatement {
  const tokens = tokensOf(text, lexer).filter(({ kind }) => kind !== 'comment');
  return { tokens, root: groupsOf(tokens), catalog, dialectName };
}

/** Returns the name at an offset; undefined in keywords, literals and white space. */
export const nameAt = ({ tokens }: NamedStatement, offset: number): Token | undefined =>
  tokens.find((token) => token.from <= offset && offset <= token.to && isName(token));

const isName = ({ kind, text }: Token): boolean =>
  kind === 'quoted' || (kind === 'word' && !clauseWords.has(text.toLowerCase()));
