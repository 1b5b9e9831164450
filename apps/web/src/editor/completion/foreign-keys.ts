import type { TableForeignKey } from '@sluice/contracts';
import type { Catalog, FoundTable } from './catalog.js';
import { isSameName, type Relation } from './relations.js';

/** The name of a table; `schema` is null in a database without schemas. */
export interface TableName {
  schema: string | null;
  name: string;
}

/** Returns the pairs of columns, of both relations, for each foreign key of `from` that refers to `to`. */
export function foreignKeysBetween(
  from: Relation,
  to: Relation,
  catalog: Catalog,
): [string, string][][] {
  const target = tableOf(to, catalog);
  if (target === undefined) return [];
  return foreignKeysOf(from, catalog)
    .filter((key) => refersTo(key, target))
    .map(({ columns, referencedColumns }) =>
      columns.flatMap((column, index) => {
        const referenced = referencedColumns[index];
        return referenced === undefined ? [] : [[column, referenced]];
      }),
    );
}

/** Returns the tables to which the relations refer, each with the relation. */
export const referencedTables = (
  relations: readonly Relation[],
  catalog: Catalog,
): { table: FoundTable; by: Relation }[] => {
  const seen = new Set<unknown>();
  return relations.flatMap((by) =>
    foreignKeysOf(by, catalog).flatMap(({ referencedSchema, referencedTable }) => {
      const table = catalog.table(referencedSchema ?? undefined, referencedTable);
      if (table === undefined || seen.has(table.table)) return [];
      seen.add(table.table);
      return [{ table, by }];
    }),
  );
};

const foreignKeysOf = (relation: Relation, catalog: Catalog): readonly TableForeignKey[] => {
  const table = tableOf(relation, catalog);
  return (table && catalog.foreignKeysOf(table)) ?? [];
};

/** Returns the table of a relation; undefined for queries and unknown tables. */
export const tableOf = (
  { isQuery, schema, table }: Relation,
  catalog: Catalog,
): FoundTable | undefined => (isQuery || table === '' ? undefined : catalog.table(schema, table));

const refersTo = (
  { referencedSchema, referencedTable }: TableForeignKey,
  { schema, table }: FoundTable,
): boolean =>
  isSameName(referencedTable, table.name) &&
  (referencedSchema === null || schema === null || isSameName(referencedSchema, schema));
