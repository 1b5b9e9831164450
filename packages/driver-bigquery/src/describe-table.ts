import type { TableDetail } from '@sluice/contracts';
import type { TableName } from '@sluice/driver-kit';
import {
  constraintsOf,
  estimateOf,
  ifPermitted,
  textOf,
  type ReadRows,
} from '@sluice/driver-kit/table-detail';
import { datasetCatalog, literalText, regionCatalog, tableKinds } from './catalog.js';
import { isRefused } from './introspect.js';
import { datasetOf, type DatasetReference, type Settings } from './settings.js';

/** BigQuery reads the escapes of JSON. */
const literal = (text: string): string => JSON.stringify(text);

/** A family of date-sharded tables has the detail of its last table. */
const isTable = (name: string): string => {
  if (!name.endsWith('_*')) return `t.table_name = ${literal(name)}`;
  const prefix = literal(name.slice(0, -1));
  return `STARTS_WITH(t.table_name, ${prefix})
  AND REGEXP_CONTAINS(SUBSTR(t.table_name, LENGTH(${prefix}) + 1), r'^[0-9]{8}$')`;
};

const tableSql = (catalog: string, { datasetId }: DatasetReference, name: string): string => `
SELECT t.table_name, t.table_type, o.option_value, t.ddl
FROM ${catalog}.TABLES t
LEFT JOIN ${catalog}.TABLE_OPTIONS o
  ON o.table_schema = t.table_schema AND o.table_name = t.table_name
  AND o.option_name = 'description'
WHERE t.table_schema = ${literal(datasetId)} AND ${isTable(name)}
ORDER BY t.table_name DESC
LIMIT 1`;

const rowsSql = (region: string, schema: string, name: string): string => `
SELECT total_rows FROM ${region}.TABLE_STORAGE
WHERE table_schema = ${literal(schema)} AND table_name = ${literal(name)} AND NOT deleted`;

/** A key refers to the primary key of a table of its dataset. */
const constraintsSql = (catalog: string, name: string): string => `
SELECT c.constraint_name,
  CASE c.constraint_type WHEN 'PRIMARY KEY' THEN 'primary' ELSE 'foreign' END,
  k.column_name, r.table_schema, r.table_name, p.column_name
FROM ${catalog}.TABLE_CONSTRAINTS c
JOIN ${catalog}.KEY_COLUMN_USAGE k ON k.constraint_name = c.constraint_name
LEFT JOIN (
  SELECT DISTINCT constraint_name, table_schema, table_name
  FROM ${catalog}.CONSTRAINT_COLUMN_USAGE
) r ON c.constraint_type = 'FOREIGN KEY' AND r.constraint_name = c.constraint_name
LEFT JOIN ${catalog}.KEY_COLUMN_USAGE p
  ON p.table_name = r.table_name AND p.position_in_unique_constraint IS NULL
  AND p.ordinal_position = k.position_in_unique_constraint
WHERE c.table_name = ${literal(name)} AND c.constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
ORDER BY c.constraint_name, k.ordinal_position`;

/**
 * Returns the detail of a table or view, from the views of its dataset: those of the region need permissions on
 * the whole project. BigQuery has no unique keys, and its indexes serve search only.
 */
export async function describeTable(
  settings: Settings,
  read: ReadRows,
  table: TableName,
): Promise<TableDetail | null> {
  const dataset = datasetIn(settings, table);
  if (dataset === null) return null;
  const catalog = datasetCatalog(dataset);
  const [found] = await read(tableSql(catalog, dataset, table.name)).catch(none);
  if (found === undefined) return null;
  const [actualName, kind, description, ddl] = found;
  const name = textOf(actualName);
  const region = regionCatalog(dataset.projectId, settings);
  // The statistics of storage exist only for the region.
  const storage = await ifPermitted(read(rowsSql(region, dataset.datasetId, name)));
  return {
    ...table,
    type: tableKinds.get(kind) ?? 'table',
    description: literalText(description),
    rowEstimate: estimateOf(storage?.[0]?.[0]),
    ...constraintsOf(await read(constraintsSql(catalog, name))),
    indexes: [],
    ddl: typeof ddl === 'string' ? ddl : null,
    ddlSource: 'engine',
  };
}

/** Returns the dataset that a schema name of the introspection means; null if it means none. */
function datasetIn({ project }: Settings, { schema }: TableName): DatasetReference | null {
  try {
    return datasetOf(schema ?? '', project);
  } catch {
    return null;
  }
}

/** A dataset that does not exist has no tables. @throws other errors, such as a missing permission */
function none(error: unknown): unknown[][] {
  if (isRefused(error) && error.kind !== 'permission') return [];
  throw error;
}
