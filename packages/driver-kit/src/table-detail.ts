import type { TableDetail } from '@sluice/contracts';
import { DriverError } from './contract/driver.js';
import type { EachRow } from './introspection.js';

/** Returns all rows of a catalog query. */
export type ReadRows = (sql: string) => Promise<unknown[][]>;

/** Implements {@link ReadRows} for a query of one table, whose rows fit in memory. */
export const collectRows =
  (each: EachRow): ReadRows =>
  async (sql) => {
    const rows: unknown[][] = [];
    await each(sql, (row) => rows.push(row));
    return rows;
  };

/** One column of a constraint. The columns of a constraint follow each other in their order. */
export type ConstraintRow = [
  name: unknown,
  kind: 'primary' | 'unique' | 'foreign',
  column: unknown,
  referencedSchema?: unknown,
  referencedTable?: unknown,
  referencedColumn?: unknown,
];

type Constraints = Pick<TableDetail, 'keys' | 'foreignKeys'>;

/** Groups the columns of constraints; the primary key comes first. */
export function constraintsOf(rows: readonly unknown[][]): Constraints {
  const groups = new Map<string, ConstraintRow[]>();
  for (const row of rows as ConstraintRow[]) {
    const key = JSON.stringify([row[1], row[0]]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const found: Constraints = { keys: [], foreignKeys: [] };
  for (const columns of groups.values()) {
    const [first] = columns;
    if (first === undefined) continue;
    const [rawName, kind, , schema, table] = first;
    const name = textOf(rawName);
    const names = columns.map(([, , column]) => textOf(column));
    if (kind === 'foreign') {
      found.foreignKeys.push({
        name,
        columns: names,
        referencedSchema: typeof schema === 'string' ? schema : null,
        referencedTable: textOf(table),
        referencedColumns: columns.map((row) => textOf(row[5])),
      });
    } else found.keys.push({ name, kind, columns: names });
  }
  found.keys.sort((a, b) => Number(b.kind === 'primary') - Number(a.kind === 'primary'));
  return found;
}

/** Groups the columns of indexes. Rows: name, `unique` or `plain`, method, column or expression. */
export function indexesOf(rows: readonly unknown[][]): TableDetail['indexes'] {
  const indexes = new Map<string, TableDetail['indexes'][number]>();
  for (const [rawName, kind, method, column] of rows) {
    const name = textOf(rawName);
    const index = indexes.get(name) ?? {
      name,
      columns: [],
      isUnique: kind === 'unique',
      method: typeof method === 'string' ? method.toLowerCase() : null,
    };
    index.columns.push(textOf(column));
    indexes.set(name, index);
  }
  return [...indexes.values()];
}

/** Returns a count of rows from the statistics of an engine; null if it has none. */
export function estimateOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const count = Number(value);
  return Number.isFinite(count) && count >= 0 ? Math.round(count) : null;
}

/** Returns a text of the catalog; empty for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns null if the user lacks a privilege for a part of the detail. @throws DriverError for other errors */
export async function ifPermitted<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'permission') return null;
    throw error;
  }
}
