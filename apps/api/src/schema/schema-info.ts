import type { ConnectionSchema, SchemaInfo, SchemaTable } from '@sluice/contracts';

/** Where databases without schemas put their tables in the deprecated form. */
const onlySchema = 'main';

/** The deprecated form of a schema: schema name → table name → columns. */
export function toSchemaInfo(schema: ConnectionSchema): SchemaInfo {
  const namespaces =
    'schemas' in schema ? schema.schemas : [{ name: onlySchema, tables: schema.tables }];
  // Entries, not assignments: a table may be named __proto__.
  return Object.fromEntries(
    namespaces.map(({ name, tables }) => [
      name,
      Object.fromEntries(tables.map((table) => [table.name, columnsOf(table)])),
    ]),
  );
}

const columnsOf = ({ columns }: SchemaTable): SchemaInfo[string][string] =>
  columns.map(({ name, description, dataType }) => ({
    column_name: name,
    column_description: description,
    data_type: dataType,
  }));
