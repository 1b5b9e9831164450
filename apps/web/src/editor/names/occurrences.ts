import type { TextRange } from '../../sql/text-range.js';
import type { Token } from '../completion/lexer.js';
import { isSameName } from '../completion/relations.js';
import { meaningOf } from './meaning.js';
import { nameAt, type NamedStatement } from './named-statement.js';

/**
 * Returns where a statement uses the alias or common table expression at an offset, with its definition, without quotes;
 * empty for other names, because the database defines them.
 */
export function occurrencesAt(statement: NamedStatement, offset: number): TextRange[] {
  const token = nameAt(statement, offset);
  const definition = token === undefined ? null : definitionOf(token, statement);
  if (token === undefined || definition === null) return [];
  return statement.tokens
    .filter(({ kind, text }) => kind !== 'literal' && isSameName(text, token.text))
    .filter((each) => definitionOf(each, statement)?.from === definition.from)
    .map(withoutQuotes);
}

function definitionOf(token: Token, statement: NamedStatement): TextRange | null {
  const meaning = meaningOf(token, statement);
  return meaning?.kind === 'relation' ? meaning.definition : null;
}

const withoutQuotes = ({ kind, from, to }: Token): TextRange =>
  kind === 'quoted' ? { from: from + 1, to: to - 1 } : { from, to };
