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

interface Namespace {
  name: string | null;
  description: string;
  tables: SchemaTable[];
}

/** A schema prepared for searching: lower-case names beside what they name. */
export interface SearchableSchema {
  namespaces: (Namespace & { lowerNames: string[]; lowerColumns: string[] })[];
  tableCount: number;
}

/** Prepares a schema once, so that each key of a search only compares. */
export function searchable(schema: ConnectionSchema): SearchableSchema {
  const namespaces: Namespace[] =
    'tables' in schema ? [{ name: null, description: '', tables: schema.tables }] : schema.schemas;
  return {
    namespaces: namespaces.map((namespace) => ({
      ...namespace,
      lowerNames: namespace.tables.map(({ name }) => name.toLowerCase()),
      lowerColumns: namespace.tables.map(({ columns }) =>
        columns.map(({ name }) => name.toLowerCase()).join('\n'),
      ),
    })),
    tableCount: namespaces.reduce((count, { tables }) => count + tables.length, 0),
  };
}

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
  return namespace.tables.filter(
    (_, index) =>
      namespace.lowerNames[index]?.includes(own) === true ||
      namespace.lowerColumns[index]?.includes(own) === true,
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

const plainName = /^[a-z_][a-z0-9_]*$/;

/** A name as SQL has it: quoted where it must be. */
export const quoted = (name: string, dialect: string | undefined): string => {
  if (plainName.test(name)) return name;
  return dialect === 'mysql' || dialect === 'bigquery'
    ? `\`${name.replaceAll('`', '``')}\``
    : `"${name.replaceAll('"', '""')}"`;
};
