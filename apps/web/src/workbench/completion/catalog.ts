import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import { candidatesOf, type Candidate } from './likeliest.js';

/** A column that can be offered. */
export interface Column {
  name: string;
  dataType: string;
}

/** The tables of one schema; of all tables where the database has no schemas. */
export interface Namespace {
  name: string | null;
  /** In the order that {@link likeliest} needs. */
  candidates: Candidate[];
  table(name: string): SchemaTable | undefined;
}

/** The tables of a connection, by name. */
export interface Catalog {
  namespaces: Namespace[];
  /** The schema of names without one; null where it is not known which that is. */
  usual: Namespace | null;
  namespace(name: string): Namespace | undefined;
  /** Those of a schema, or of the first that has such a table. */
  columns(schema: string | undefined, table: string): Column[] | undefined;
}

/** Returns the name of the schema that names without one are looked up in; null where that is not known. */
export function usualSchemaOf(names: readonly string[]): string | null {
  if (names.length === 1) return names[0] ?? null;
  return names.find((name) => name.toLowerCase() === 'public') ?? null;
}

/** Returns a schema as completion reads it. Names are compared as written first, then without regard to case. */
export function catalogOf(schema: ConnectionSchema): Catalog {
  const namespaces =
    'schemas' in schema
      ? schema.schemas.map(({ name, tables }) => namespaceOf(name, tables))
      : [namespaceOf(null, schema.tables)];
  const names = namespaces.flatMap(({ name }) => name ?? []);
  const usualName = usualSchemaOf(names);
  const usual = namespaces.find(({ name }) => name === usualName) ?? null;
  const byName = lookupOf(namespaces, ({ name }) => name ?? '');
  const inOrder = usual === null ? namespaces : [usual, ...namespaces];
  return {
    namespaces,
    usual,
    namespace: byName,
    columns: (schemaName, table) => {
      const searched = schemaName === undefined ? inOrder : [byName(schemaName)];
      for (const namespace of searched) {
        const found = namespace?.table(table);
        if (found !== undefined) return found.columns;
      }
      return undefined;
    },
  };
}

function namespaceOf(name: string | null, tables: readonly SchemaTable[]): Namespace {
  return {
    name,
    candidates: candidatesOf(
      tables.map((table) => ({ label: table.name, detail: table.type, type: 'type' })),
    ),
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
