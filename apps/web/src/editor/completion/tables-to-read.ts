import type { AnalysisSettings, StatementPosition } from './analysis.js';
import type { Catalog } from './catalog.js';
import { tableOf, type TableName } from './foreign-keys.js';
import { tokensOf } from './lexer.js';
import { scopeOf } from './scope.js';
import { groupsOf, levelsAt } from './token-tree.js';

/** A statement with more tables is not worth a request for each. */
const MAX_READ = 8;

/** Returns the tables of the statement at a position that joins tables, as far as their foreign keys are unknown. */
export function tablesToRead(
  { text, pos }: StatementPosition,
  { lexer }: Pick<AnalysisSettings, 'lexer'>,
  catalog: Catalog,
): TableName[] {
  if (!/\bjoin\b/i.test(text)) return [];
  const tokens = tokensOf(text, lexer).filter(({ kind }) => kind !== 'comment');
  const relations = scopeOf(levelsAt(groupsOf(tokens), pos), catalog).flat();
  const found = relations.flatMap((relation) => tableOf(relation, catalog) ?? []);
  const unknown = new Set(
    found.filter((table) => catalog.foreignKeysOf(table) === undefined).map(({ table }) => table),
  );
  return found
    .filter(({ table }) => unknown.delete(table))
    .slice(0, MAX_READ)
    .map(({ schema, table }) => ({ schema, name: table.name }));
}
