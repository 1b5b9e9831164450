import type { ConnectionSchema, SchemaTable, TableForeignKey } from '@sluice/contracts';
import { defaultSchemaOf } from '../../schema/default-schema.js';
import { candidatesOf, type Candidate } from './best-matches.js';

/** A column of a relation. */
export interface Column {
  name: string;
  dataType: string;
  /** The comment of the database; absent for a column that the statement defines. */
  description?: string;
}

/** A table with its schema; null in a database without schemas. */
export interface FoundTable {
  schema: string | null;
  table: SchemaTable;
}

/** The tables of one schema, or all tables of a database without schemas. */
export interface Namespace {
  name: string | null;
  /** Sorted as {@link bestMatches} requires. */
  candidates: Candidate[];
  table(name: string): SchemaTable | undefined;
}

/** The tables of a connection. */
export interface Catalog {
  namespaces: Namespace[];
  /** The schema of unqualified names; null if it is unknown. */
  defaultNamespace: Namespace | null;
  namespace(name: string): Namespace | undefined;
  /** Returns a table. Without a schema, the first schema that has the table is used. */
  table(schema: string | undefined, name: string): FoundTable | undefined;
  /** Returns undefined while they have not been read. */
  foreignKeysOf(table: FoundTable): readonly TableForeignKey[] | undefined;
  /** Adds the foreign keys of a table, which the schema does not have. */
  addForeignKeys(table: FoundTable, foreignKeys: readonly TableForeignKey[]): void;
}

/** The catalog of a connection whose schema is unknown. */
export const noCatalog: Catalog = {
  namespaces: [],
  defaultNamespace: null,
  namespace: () => undefined,
  table: () => undefined,
  foreignKeysOf: () => undefined,
  addForeignKeys: () => undefined,
};

/** Returns the catalog of a schema. Names match exactly first, then regardless of case. */
export function catalogOf(schema: ConnectionSchema): Catalog {
  const namespaces =
    'schemas' in schema
      ? schema.schemas.map(({ name, tables }) => namespaceOf(name, tables))
      : [namespaceOf(null, schema.tables)];
  const names = namespaces.flatMap(({ name }) => name ?? []);
  const defaultName = defaultSchemaOf(names);
  const defaultNamespace = namespaces.find(({ name }) => name === defaultName) ?? null;
  const byName = lookupOf(namespaces, ({ name }) => name ?? '');
  const foreignKeys = new WeakMap<SchemaTable, readonly TableForeignKey[]>();
  const inOrder = defaultNamespace === null ? namespaces : [defaultNamespace, ...namespaces];
  return {
    namespaces,
    defaultNamespace,
    namespace: byName,
    table: (schemaName, tableName) => {
      const searched = schemaName === undefined ? inOrder : [byName(schemaName)];
      for (const namespace of searched) {
        const table = namespace?.table(tableName);
        if (table !== undefined) return { schema: namespace?.name ?? null, table };
      }
      return undefined;
    },
    foreignKeysOf: ({ table }) => foreignKeys.get(table),
    addForeignKeys: ({ table }, keys) => void foreignKeys.set(table, keys),
  };
}

function namespaceOf(name: string | null, tables: readonly SchemaTable[]): Namespace {
  return {
    name,
    candidates: candidatesOf(tables.map((table) => ({ label: table.name, detail: table.type }))),
    table: lookupOf(tables, (table) => table.name),
  };
}

function lookupOf<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
): (name: string) => T | undefined {
  const exact = new Map(all.map((one) => [nameOf(one), one]));
  const folded = new Map(all.map((one) => [nameOf(one).toLowerCase(), one]));
  return (name) => exact.get(name) ?? folded.get(name.toLowerCase());
}
