import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';

/** A line of the tree. */
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
 * Returns the names that mean a line of the tree in a query: a table of another schema than the usual one is named with
 * its schema.
 *
 * @param usual the schema of names without one; null where that is not known
 */
export const namesOf = (row: TreeRow, usual: string | null): string[] =>
  row.kind === 'table' && row.schema !== null && row.schema !== usual
    ? [row.schema, row.name]
    : [row.name];

interface Namespace {
  name: string | null;
  description: string;
  tables: SchemaTable[];
}

/** Lower-case names, in the order of the tables. */
interface LowerNames {
  tables: string[];
  columns: string[];
}

/** A schema that can be searched. */
export interface SearchableSchema {
  namespaces: (Namespace & { lower(): LowerNames })[];
}

/** Prepares each part of a schema when it is first searched, so that each key only compares. */
export function searchable(schema: ConnectionSchema): SearchableSchema {
  const namespaces: Namespace[] =
    'tables' in schema ? [{ name: null, description: '', tables: schema.tables }] : schema.schemas;
  return {
    namespaces: namespaces.map((namespace) => {
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
 * The lines to show: what is open, or with a search all tables whose name or columns hold it. A search
 * of `schema.table` looks in that schema.
 */
export function rowsOf(
  { namespaces }: SearchableSchema,
  isOpen: (key: string) => boolean,
  search: string,
): TreeRow[] {
  const wanted = search.trim().toLowerCase();
  const rows: TreeRow[] = [];
  for (const namespace of namespaces) {
    const { name: schema, description } = namespace;
    const key = schema ?? '';
    const found = wanted === '' ? namespace.tables : matching(namespace, wanted);
    if (wanted !== '' && found.length === 0) continue;
    const isSchemaOpen = schema === null || wanted !== '' || isOpen(key);
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
  wanted: string,
): SchemaTable[] {
  const prefix = `${namespace.name?.toLowerCase() ?? ''}.`;
  const own = wanted.startsWith(prefix) ? wanted.slice(prefix.length) : wanted;
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
