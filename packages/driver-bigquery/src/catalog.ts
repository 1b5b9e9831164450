import type { SchemaNamespace, SchemaTable } from '@sluice/contracts';
import { createInterner, type EachRow } from '@sluice/driver-kit/introspection';
import type { DatasetReference, Settings } from './settings.js';
import { familiesOf, shardOf } from './shards.js';

/** Information schema of a project's region: it lists a partitioned table once. */
export const regionCatalog = (project: string, { location }: Pick<Settings, 'location'>): string =>
  `\`${project}\`.\`region-${location.toLowerCase()}\`.INFORMATION_SCHEMA`;

/** Information schema of a dataset, which needs permissions on that dataset only. */
export const datasetCatalog = ({ projectId, datasetId }: DatasetReference): string =>
  `\`${projectId}\`.\`${datasetId}\`.INFORMATION_SCHEMA`;

const schemasSql = (catalog: string): string => `
SELECT s.schema_name, o.option_value
FROM ${catalog}.SCHEMATA s
LEFT JOIN ${catalog}.SCHEMATA_OPTIONS o
  ON o.schema_name = s.schema_name AND o.option_name = 'description'`;

const tablesSql = (catalog: string): string => `
SELECT t.table_schema, t.table_name, t.table_type, o.option_value
FROM ${catalog}.TABLES t
LEFT JOIN ${catalog}.TABLE_OPTIONS o
  ON o.table_schema = t.table_schema AND o.table_name = t.table_name
  AND o.option_name = 'description'`;

const columnsSql = (catalog: string): string => `
SELECT c.table_schema, c.table_name, c.ordinal_position, c.column_name, c.data_type, p.description
FROM ${catalog}.COLUMNS c
LEFT JOIN ${catalog}.COLUMN_FIELD_PATHS p
  ON p.table_schema = c.table_schema AND p.table_name = c.table_name
  AND p.column_name = c.column_name AND p.field_path = c.column_name`;

/** Returns one query over several catalogs, sorted by the first columns of its rows. */
const over = (
  catalogs: readonly string[],
  sqlOf: (catalog: string) => string,
  order: string,
): string => `${catalogs.map(sqlOf).join('\nUNION ALL')}\nORDER BY ${order}`;

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

/** Returns the datasets of a region with their tables and columns, sorted by name. */
export async function readRegion(catalog: string, each: EachRow): Promise<SchemaNamespace[]> {
  const schemas: SchemaNamespace[] = [];
  await each(over([catalog], schemasSql, '1'), ([name, description]) => {
    schemas.push({ name: String(name), description: literalText(description), tables: [] });
  });
  await readTables(schemas, [catalog], each);
  return schemas;
}

/** Returns datasets of one project with their tables and columns, without descriptions. */
export async function readDatasets(
  datasets: readonly DatasetReference[],
  each: EachRow,
): Promise<SchemaNamespace[]> {
  const schemas = datasets.map(({ datasetId }) => ({
    name: datasetId,
    description: '',
    tables: [],
  }));
  await readTables(schemas, datasets.map(datasetCatalog), each);
  return schemas;
}

async function readTables(
  namespaces: readonly SchemaNamespace[],
  catalogs: readonly string[],
  each: EachRow,
): Promise<void> {
  const schemas = new Map<unknown, SchemaNamespace>(namespaces.map((each) => [each.name, each]));
  await each(over(catalogs, tablesSql, '1, 2'), ([schema, name, kind, description]) => {
    schemas.get(schema)?.tables.push({
      name: String(name),
      description: literalText(description),
      type: tableKinds.get(kind) ?? 'table',
      columns: [],
    });
  });
  // A family of date-sharded tables shows the columns of its last table; the others are omitted.
  const tables = new Map<string, SchemaTable>();
  for (const schema of namespaces) {
    schema.tables = folded(schema.tables, (key, table) => {
      tables.set(keyOf(schema.name, key), table);
    });
  }
  const intern = createInterner();
  await each(
    over(catalogs, columnsSql, '1, 2, 3'),
    ([schema, table, , name, type, description]) => {
      tables.get(keyOf(schema, table))?.columns.push({
        name: String(name),
        description: textOf(description),
        dataType: intern(String(type)),
      });
    },
  );
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
