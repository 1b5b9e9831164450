import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import { namespacesOf, type Namespace } from './namespaces.js';

/** A row of the tree. */
export type TreeRow =
  | {
      kind: 'schema';
      key: string;
      name: string;
      description: string;
      count: number;
      isOpen: boolean;
    }
  | {
      kind: 'table';
      key: string;
      name: string;
      schema: string | null;
      table: SchemaTable;
      isOpen: boolean;
    }
  | { kind: 'column'; key: string; name: string; dataType: string; description: string };

/**
 * Returns the names that refer to a row in a query. A table outside the default schema is qualified.
 *
 * @param defaultSchema the schema of unqualified names; null if it is unknown
 */
export const namesOf = (row: TreeRow, defaultSchema: string | null): string[] =>
  row.kind === 'table' && row.schema !== null && row.schema !== defaultSchema
    ? [row.schema, row.name]
    : [row.name];

/** Lower-case names, in the order of the tables. */
interface LowerNames {
  tables: string[];
  columns: string[];
}

/** A schema prepared for searching. */
export interface SearchableSchema {
  namespaces: (Namespace & { lower(): LowerNames })[];
}

/** Prepares a schema for searching. Lower-case names are computed at the first search, not at each key. */
export function searchable(schema: ConnectionSchema): SearchableSchema {
  return {
    namespaces: namespacesOf(schema).map((namespace) => {
      let known: LowerNames | undefined;
      return { ...namespace, lower: () => (known ??= lowerNamesOf(namespace)) };
    }),
  };
}

const lowerNamesOf = ({ tables }: Namespace): LowerNames => ({
  tables: tables.map(({ name }) => name.toLowerCase()),
  columns: tables.map(({ columns }) => columns.map(({ name }) => name.toLowerCase()).join('\n')),
});

/**
 * Returns the rows to show: the expanded ones, or the tables whose name or columns contain the search text. A
 * search for `schema.table` searches that schema.
 */
export function rowsOf(
  { namespaces }: SearchableSchema,
  isOpen: (key: string) => boolean,
  search: string,
): TreeRow[] {
  const needle = search.trim().toLowerCase();
  const rows: TreeRow[] = [];
  for (const namespace of namespaces) {
    const { name: schema, description } = namespace;
    const key = schema ?? '';
    const found = needle === '' ? namespace.tables : matching(namespace, needle);
    if (needle !== '' && found.length === 0) continue;
    const isSchemaOpen = schema === null || needle !== '' || isOpen(key);
    if (schema !== null) {
      const count = found.length;
      rows.push({ kind: 'schema', key, name: schema, description, count, isOpen: isSchemaOpen });
    }
    if (isSchemaOpen) for (const table of found) addTable(rows, schema, table, isOpen);
  }
  return rows;
}

function matching(
  namespace: SearchableSchema['namespaces'][number],
  needle: string,
): SchemaTable[] {
  const prefix = `${namespace.name?.toLowerCase() ?? ''}.`;
  const own = needle.startsWith(prefix) ? needle.slice(prefix.length) : needle;
  const lower = namespace.lower();
  return namespace.tables.filter(
    (_, index) =>
      lower.tables[index]?.includes(own) === true || lower.columns[index]?.includes(own) === true,
  );
}

function addTable(
  rows: TreeRow[],
  schema: string | null,
  table: SchemaTable,
  isOpen: (key: string) => boolean,
): void {
  const key = `${schema ?? ''}\n${table.name}`;
  const isTableOpen = isOpen(key);
  rows.push({ kind: 'table', key, name: table.name, schema, table, isOpen: isTableOpen });
  if (!isTableOpen) return;
  for (const { name, dataType, description } of table.columns) {
    rows.push({ kind: 'column', key: `${key}\n${name}`, name, dataType, description });
  }
}
