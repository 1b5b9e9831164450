import type { TextRange } from '../../sql/text-range.js';
import type { Catalog, Column } from '../completion/catalog.js';
import { cursorContextOf } from '../completion/cursor-context.js';
import { functionsOf, type SqlFunction } from '../completion/functions/function-list.js';
import type { Token } from '../completion/lexer.js';
import { qualifierAt } from '../completion/qualifier.js';
import { isSameName, type Relation } from '../completion/relations.js';
import { scopeOf, visibleExpressions } from '../completion/scope.js';
import { isSymbol, levelsAt, type Level } from '../completion/token-tree.js';
import { nameAt, type NamedStatement } from './named-statement.js';

/** A table of the database. */
export interface TableName {
  schema: string | null;
  name: string;
}

/** A relation of a statement and the table behind it. */
export interface RelationMeaning {
  kind: 'relation';
  /** Its name in the statement. */
  name: string;
  columns: Column[];
  /** The place in the statement that gives it that name; null for a table without alias. */
  definition: TextRange | null;
  /** Null for a common table expression, a subquery and an unknown table. */
  table: (TableName & { type: string; description: string }) | null;
}

/** The meaning of a name in a statement. */
export type Meaning =
  | RelationMeaning
  | {
      kind: 'column';
      column: Column;
      /** Name of its relation in the statement. */
      owner: string;
      /** The table that has it; null if a query defines it. */
      table: TableName | null;
    }
  | { kind: 'function'; function: SqlFunction };

/** A name in a statement and what it refers to. */
export type NameMeaning = Meaning & { at: TextRange };

/** Returns the name at an offset and what it refers to; null without a known name. */
export function meaningAt(statement: NamedStatement, offset: number): NameMeaning | null {
  const token = nameAt(statement, offset);
  const meaning = token === undefined ? null : meaningOf(token, statement);
  if (token === undefined || meaning === null) return null;
  return { ...meaning, at: { from: token.from, to: token.to } };
}

/** Returns what a name of a statement refers to; null if it is unknown. */
export function meaningOf(token: Token, statement: NamedStatement): Meaning | null {
  const { tokens, root, catalog } = statement;
  const qualifiers = qualifierAt(tokens, token.from);
  const levels = levelsAt(root, qualifiers[0]?.from ?? token.from);
  const owner = qualifiers.map(({ text }) => text);
  const next = tokens[tokens.indexOf(token) + 1];
  const isQualifier = isSymbol(next, '.');
  const isCalled = token.kind === 'word' && isSymbol(next, '(');
  const relation = relationNamed(token, owner, isQualifier, levels, catalog);
  if (relation !== undefined) return relationMeaning(relation, catalog);
  if (isQualifier) return null;
  const called = isCalled && owner.length === 0 ? functionNamed(token.text, statement) : undefined;
  return called === undefined
    ? columnNamed(token.text, owner, levels, catalog)
    : { kind: 'function', function: called };
}

/** Returns the relation that a name defines or refers to. */
function relationNamed(
  { text, kind, from }: Token,
  owner: readonly string[],
  isQualifier: boolean,
  levels: readonly Level[],
  catalog: Catalog,
): Relation | undefined {
  const scope = scopeOf(levels, catalog).flat();
  const expressions = visibleExpressions(levels, catalog);
  const defined = [...expressions.values(), ...scope].find(
    ({ definition }) => definition?.from === from,
  );
  if (defined !== undefined) return defined;
  if (cursorContextOf(levels, false) === 'table') {
    if (isQualifier) return undefined;
    // BigQuery quotes a qualified name as a whole.
    const [name = '', schema] = [
      ...owner,
      ...(kind === 'quoted' ? text.split('.') : [text]),
    ].toReversed();
    const expression = schema === undefined ? expressions.get(name.toLowerCase()) : undefined;
    return expression ?? tableRelation(schema, name, catalog);
  }
  if (owner.length > 0) {
    return isQualifier ? tableRelation(owner.at(-1), text, catalog) : undefined;
  }
  const named = scope.find(({ name }) => isSameName(name, text));
  // A name without a point is a column first.
  return isQualifier || columnNamed(text, owner, levels, catalog) === null ? named : undefined;
}

function tableRelation(
  schema: string | undefined,
  name: string,
  catalog: Catalog,
): Relation | undefined {
  const found = catalog.table(schema, name);
  if (found === undefined) return undefined;
  const { columns } = found.table;
  return { name, table: name, schema, isQuery: false, definition: null, columns };
}

function relationMeaning(relation: Relation, catalog: Catalog): RelationMeaning {
  const { name, columns, definition } = relation;
  const found = tableOf(relation, catalog);
  return {
    kind: 'relation',
    name,
    columns,
    definition,
    table:
      found === undefined
        ? null
        : {
            schema: found.schema,
            name: found.table.name,
            type: found.table.type,
            description: found.table.description,
          },
  };
}

const tableOf = ({ isQuery, schema, table }: Relation, catalog: Catalog) =>
  isQuery ? undefined : catalog.table(schema, table);

/** Returns the column with a name in the innermost relation that has it. */
function columnNamed(
  text: string,
  owner: readonly string[],
  levels: readonly Level[],
  catalog: Catalog,
): Meaning | null {
  const scope = scopeOf(levels, catalog).flat();
  const qualifier = owner.at(-1);
  const inScope =
    qualifier === undefined ? scope : scope.filter(({ name }) => isSameName(name, qualifier));
  const stated =
    qualifier === undefined ? undefined : tableRelation(owner.at(-2), qualifier, catalog);
  for (const relation of stated === undefined ? inScope : [...inScope, stated]) {
    const column = relation.columns.find(({ name }) => isSameName(name, text));
    if (column === undefined) continue;
    const found = tableOf(relation, catalog);
    const table = found === undefined ? null : { schema: found.schema, name: found.table.name };
    return { kind: 'column', column, owner: relation.name, table };
  }
  return null;
}

const functionNamed = (text: string, { dialectName }: NamedStatement): SqlFunction | undefined => {
  const name = text.toLowerCase();
  return functionsOf(dialectName).find((each) => each.name.toLowerCase() === name);
};
