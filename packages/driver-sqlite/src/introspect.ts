import type { ConnectionSchema } from '@sluice/contracts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

// Pragmas as table-valued functions. Shadow tables are internal to a virtual table and are hidden.
export const tablesSql = `select name, type from pragma_table_list
  where schema = 'main' and type <> 'shadow' and name not like 'sqlite\\_%' escape '\\'
  order by name`;
const columnsSql = 'select name, type, hidden from pragma_table_xinfo(?) order by cid';

/** Hidden columns of virtual tables are arguments; generated columns have other numbers. */
const HIDDEN = 1;

type Row = ReturnType<StatementSync['all']>[number];

/** Types of the schema by the type of `pragma_table_list`. */
export const tableKinds = new Map([
  ['view', 'view'],
  ['virtual', 'table'],
]);

/** Returns the tables and views of the database, sorted by name. SQLite stores no comments. */
export function introspect(database: DatabaseSync): ConnectionSchema {
  const columnsOf = (table: string): Row[] => {
    try {
      return database.prepare(columnsSql).all(table);
    } catch {
      // A view whose table was dropped still exists and has no columns.
      return [];
    }
  };
  const tables = database
    .prepare(tablesSql)
    .all()
    .map(({ name, type }) => ({
      name: String(name),
      description: '',
      type: tableKinds.get(String(type)) ?? 'table',
      columns: columnsOf(String(name))
        .filter(({ hidden }) => hidden !== HIDDEN)
        .map((column) => ({
          name: String(column['name']),
          description: '',
          dataType: String(column['type']),
        })),
    }));
  return { tables };
}
