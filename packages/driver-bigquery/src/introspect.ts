import type { ConnectionSchema, SchemaNamespace, SchemaTable } from '@sluice/contracts';
import { createInterner, type EachRow } from '@sluice/driver-kit/introspection';
import type { Settings } from './settings.js';
import { familiesOf, shardOf } from './shards.js';

/** Information schema of a region: it lists a partitioned table once. */
export const regionOf = ({ project, location }: Pick<Settings, 'project' | 'location'>): string =>
  `\`${project}\`.\`region-${location.toLowerCase()}\`.INFORMATION_SCHEMA`;

const schemasSql = (region: string): string => `
SELECT s.schema_name, o.option_value
FROM ${region}.SCHEMATA s
LEFT JOIN ${region}.SCHEMATA_OPTIONS o
  ON o.schema_name = s.schema_name AND o.option_name = 'description'
ORDER BY s.schema_name`;

const tablesSql = (region: string): string => `
SELECT t.table_schema, t.table_name, t.table_type, o.option_value
FROM ${region}.TABLES t
LEFT JOIN ${region}.TABLE_OPTIONS o
  ON o.table_schema = t.table_schema AND o.table_name = t.table_name
  AND o.option_name = 'description'
ORDER BY t.table_schema, t.table_name`;

const columnsSql = (region: string): string => `
SELECT c.table_schema, c.table_name, c.column_name, c.data_type, p.description
FROM ${region}.COLUMNS c
LEFT JOIN ${region}.COLUMN_FIELD_PATHS p
  ON p.table_schema = c.table_schema AND p.table_name = c.table_name
  AND p.column_name = c.column_name AND p.field_path = c.column_name
ORDER BY c.table_schema, c.table_name, c.ordinal_position`;

/** Types of the schema by `table_type`. */
export const tableKinds = new Map<unknown, string>([
  ['BASE TABLE', 'table'],
  ['CLONE', 'table'],
  ['SNAPSHOT', 'table'],
  ['EXTERNAL', 'external table'],
  ['VIEW', 'view'],
  ['MATERIALIZED VIEW', 'materialized view'],
]);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An option is returned as the SQL literal that set it: `"with \\"quotes\\""`. */
export function literalText(value: unknown): string {
  const text = textOf(value);
  try {
    const parsed: unknown = JSON.parse(text);
    return textOf(parsed);
  } catch {
    return text.replace(/^"([^]*)"$/, '$1');
  }
}

const keyOf = (schema: unknown, table: unknown): string => JSON.stringify([schema, table]);

/** Returns the datasets, tables and columns of a region visible to the session's user, sorted by name. */
export async function introspect(settings: Settings, each: EachRow): Promise<ConnectionSchema> {
  const region = regionOf(settings);
  const schemas = new Map<unknown, SchemaNamespace>();
  await each(schemasSql(region), ([name, description]) => {
    schemas.set(name, { name: String(name), description: literalText(description), tables: [] });
  });
  await each(tablesSql(region), ([schema, name, kind, description]) => {
    schemas.get(schema)?.tables.push({
      name: String(name),
      description: literalText(description),
      type: tableKinds.get(kind) ?? 'table',
      columns: [],
    });
  });
  // A family of date-sharded tables shows the columns of its last table; the others are omitted.
  const tables = new Map<string, SchemaTable>();
  for (const schema of schemas.values()) {
    schema.tables = folded(schema.tables, (key, table) => {
      tables.set(keyOf(schema.name, key), table);
    });
  }
  const intern = createInterner();
  await each(columnsSql(region), ([schema, table, name, type, description]) => {
    tables.get(keyOf(schema, table))?.columns.push({
      name: String(name),
      description: textOf(description),
      dataType: intern(String(type)),
    });
  });
  return { schemas: [...schemas.values()] };
}

/** Replaces each family by one table; `known` receives the name under which a table's columns are stored. */
function folded(
  tables: readonly SchemaTable[],
  known: (name: string, table: SchemaTable) => void,
): SchemaTable[] {
  const families = familiesOf(tables.map(({ name }) => name));
  return tables.flatMap((table) => {
    const shard = shardOf(table.name);
    const family = shard && families.get(shard.prefix);
    if (!shard || !family) {
      known(table.name, table);
      return [table];
    }
    if (shard.day !== family.last) return [];
    const days = `${String(family.count)} tables, ${family.first} to ${family.last}`;
    const description = table.description === '' ? days : `${table.description} (${days})`;
    const one = { ...table, name: family.name, description };
    known(table.name, one);
    return [one];
  });
}
