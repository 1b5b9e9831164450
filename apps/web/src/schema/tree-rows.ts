import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import { namespacesOf, type Namespace } from './namespaces.js';
import { estimateText, keyMarkOf, partsOf, type TableState } from './table-parts.js';

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
  | TableRow
  | ColumnRow
  | { kind: 'part'; key: string; name: string; note: string; description: string };

/** A table in the tree. */
export interface TableRow {
  kind: 'table';
  key: string;
  name: string;
  schema: string | null;
  table: SchemaTable;
  /** All columns are shown. */
  isOpen: boolean;
  /** Only the columns that match the search are shown. */
  hasHits: boolean;
  /** Estimate of its rows; empty until the table was unfolded. */
  estimate: string;
  /** The part of the name to mark; empty without a search. */
  match: string;
}

/** A column in the tree. */
export interface ColumnRow {
  kind: 'column';
  key: string;
  name: string;
  schema: string | null;
  table: string;
  dataType: string;
  description: string;
  /** `PK`, `FK` or both. */
  keyMark: string;
  match: string;
}

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

type SearchableNamespace = Namespace & { lower(): LowerNames };

/** A schema prepared for searching. */
export interface SearchableSchema {
  namespaces: SearchableNamespace[];
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

/** The key of the group of favourites, and the prefix of the keys in it: no name contains it. */
export const FAVOURITES = '\0';

/** Returns the key of a table. */
export const tableKeyOf = (schema: string | null, name: string): string =>
  `${schema ?? ''}\n${name}`;

/** State of the tree that determines its rows. */
export interface TreeView {
  isOpen(key: string): boolean;
  search: string;
  /** Keys of the favourite tables. */
  favourites: readonly string[];
  /** Returns the detail of a table by its key. */
  stateOf(key: string): TableState | undefined;
}

/**
 * A search that finds more tables does not unfold the columns that match. A text such as `id` is in the columns of all
 * tables, so 10,000 tables with 20 columns could have 210,000 rows.
 */
const MAX_UNFOLDED_TABLES = 1_000;

/**
 * Returns the rows to show: the favourites and the expanded rows, or the tables whose name or columns contain the
 * search text, with the columns that match. A search for `schema.table` searches that schema.
 */
export function rowsOf({ namespaces }: SearchableSchema, view: TreeView): TreeRow[] {
  const needle = view.search.trim().toLowerCase();
  const isSearch = needle !== '';
  const rows: TreeRow[] = isSearch ? [] : favouriteRows(namespaces, view);
  const found = namespaces.map((namespace) => {
    const match = ownPart(namespace, needle);
    return {
      ...namespace,
      match,
      tables: isSearch ? matching(namespace, match) : namespace.tables,
    };
  });
  const tableCount = found.reduce((sum, { tables }) => sum + tables.length, 0);
  const unfoldsHits = isSearch && tableCount <= MAX_UNFOLDED_TABLES;
  for (const { name: schema, description, match, tables } of found) {
    if (isSearch && tables.length === 0) continue;
    const key = schema ?? '';
    const isOpen = schema === null || isSearch || view.isOpen(key);
    if (schema !== null) {
      rows.push({ kind: 'schema', key, name: schema, description, count: tables.length, isOpen });
    }
    if (!isOpen) continue;
    for (const table of tables) {
      addTable(rows, { schema, table, match, unfoldsHits, prefix: '' }, view);
    }
  }
  return rows;
}

function favouriteRows(namespaces: SearchableNamespace[], view: TreeView): TreeRow[] {
  const found = view.favourites.flatMap((key) => {
    for (const { name: schema, tables } of namespaces) {
      const table = tables.find(({ name }) => tableKeyOf(schema, name) === key);
      if (table !== undefined) {
        return [{ schema, table, match: '', unfoldsHits: false, prefix: FAVOURITES }];
      }
    }
    return [];
  });
  if (found.length === 0) return [];
  const isOpen = view.isOpen(FAVOURITES);
  const group = { key: FAVOURITES, name: 'Favourites', description: '', count: found.length };
  const rows: TreeRow[] = [{ kind: 'schema', ...group, isOpen }];
  if (isOpen) for (const table of found) addTable(rows, table, view);
  return rows;
}

/** Returns the search text without the name of the schema. */
function ownPart({ name }: Namespace, needle: string): string {
  const prefix = `${name?.toLowerCase() ?? ''}.`;
  return needle.startsWith(prefix) ? needle.slice(prefix.length) : needle;
}

function matching(namespace: SearchableNamespace, match: string): SchemaTable[] {
  const lower = namespace.lower();
  return namespace.tables.filter(
    (_, index) =>
      lower.tables[index]?.includes(match) === true ||
      lower.columns[index]?.includes(match) === true,
  );
}

interface FoundTable {
  schema: string | null;
  table: SchemaTable;
  match: string;
  unfoldsHits: boolean;
  prefix: string;
}

function addTable(rows: TreeRow[], found: FoundTable, view: TreeView): void {
  const { schema, table, match, unfoldsHits, prefix } = found;
  const { name, columns } = table;
  const tableKey = tableKeyOf(schema, name);
  const key = prefix + tableKey;
  const isOpen = view.isOpen(key);
  const isHit = (column: { name: string }): boolean =>
    match !== '' && column.name.toLowerCase().includes(match);
  const shown = isOpen ? columns : unfoldsHits ? columns.filter(isHit) : [];
  const state = isOpen ? view.stateOf(tableKey) : undefined;
  const hasHits = !isOpen && shown.length > 0;
  const estimate = estimateText(state);
  rows.push({ kind: 'table', key, name, schema, table, isOpen, hasHits, estimate, match });
  for (const column of shown) {
    rows.push({
      kind: 'column',
      ...column,
      key: `${key}\n${column.name}`,
      schema,
      table: name,
      keyMark: keyMarkOf(state, column.name),
      match,
    });
  }
  for (const [index, part] of partsOf(state).entries()) {
    rows.push({ kind: 'part', ...part, key: `${key}\n\n${index}`, description: part.name });
  }
}
