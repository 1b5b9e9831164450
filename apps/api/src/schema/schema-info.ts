import type { ConnectionSchema, SchemaInfo, SchemaTable } from '@sluice/contracts';

/** The schema name of databases without schemas in the deprecated form. */
const ONLY_SCHEMA = 'main';

/** Converts a schema to the deprecated form: schema name → table name → columns. */
export function toSchemaInfo(schema: ConnectionSchema): SchemaInfo {
  const namespaces =
    'schemas' in schema ? schema.schemas : [{ name: ONLY_SCHEMA, tables: schema.tables }];
  // Object.fromEntries, because a table can be named __proto__.
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
