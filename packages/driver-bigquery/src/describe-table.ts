import type { TableDetail } from '@sluice/contracts';
import type { TableName } from '@sluice/driver-kit';
import {
  constraintsOf,
  estimateOf,
  ifPermitted,
  textOf,
  type ReadRows,
} from '@sluice/driver-kit/table-detail';
import { literalText, regionOf, tableKinds } from './introspect.js';
import type { Settings } from './settings.js';

/** BigQuery reads the escapes of JSON. */
const literal = (text: string): string => JSON.stringify(text);

/** A family of date-sharded tables has the detail of its last table. */
const isTable = (name: string): string => {
  if (!name.endsWith('_*')) return `t.table_name = ${literal(name)}`;
  const prefix = literal(name.slice(0, -1));
  return `STARTS_WITH(t.table_name, ${prefix})
  AND REGEXP_CONTAINS(SUBSTR(t.table_name, LENGTH(${prefix}) + 1), r'^[0-9]{8}$')`;
};

const tableSql = (region: string, { schema, name }: TableName): string => `
SELECT t.table_name, t.table_type, o.option_value, t.ddl
FROM ${region}.TABLES t
LEFT JOIN ${region}.TABLE_OPTIONS o
  ON o.table_schema = t.table_schema AND o.table_name = t.table_name
  AND o.option_name = 'description'
WHERE t.table_schema = ${literal(schema ?? '')} AND ${isTable(name)}
ORDER BY t.table_name DESC
LIMIT 1`;

const rowsSql = (region: string, schema: string, name: string): string => `
SELECT total_rows FROM ${region}.TABLE_STORAGE
WHERE table_schema = ${literal(schema)} AND table_name = ${literal(name)} AND NOT deleted`;

/** These views exist for each dataset only. A key refers to the primary key of a table of its dataset. */
const constraintsSql = (dataset: string, name: string): string => `
SELECT c.constraint_name,
  CASE c.constraint_type WHEN 'PRIMARY KEY' THEN 'primary' ELSE 'foreign' END,
  k.column_name, r.table_schema, r.table_name, p.column_name
FROM ${dataset}.TABLE_CONSTRAINTS c
JOIN ${dataset}.KEY_COLUMN_USAGE k ON k.constraint_name = c.constraint_name
LEFT JOIN (
  SELECT DISTINCT constraint_name, table_schema, table_name
  FROM ${dataset}.CONSTRAINT_COLUMN_USAGE
) r ON c.constraint_type = 'FOREIGN KEY' AND r.constraint_name = c.constraint_name
LEFT JOIN ${dataset}.KEY_COLUMN_USAGE p
  ON p.table_name = r.table_name AND p.position_in_unique_constraint IS NULL
  AND p.ordinal_position = k.position_in_unique_constraint
WHERE c.table_name = ${literal(name)} AND c.constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
ORDER BY c.constraint_name, k.ordinal_position`;

/** Returns the detail of a table or view. BigQuery has no unique keys, and its indexes serve search only. */
export async function describeTable(
  settings: Settings,
  read: ReadRows,
  table: TableName,
): Promise<TableDetail | null> {
  const region = regionOf(settings);
  const [found] = await read(tableSql(region, table));
  if (found === undefined) return null;
  const [actualName, kind, description, ddl] = found;
  const name = textOf(actualName);
  const schema = table.schema ?? '';
  // The catalog has found the dataset, so its name needs no escapes.
  const dataset = `\`${settings.project}\`.\`${schema}\`.INFORMATION_SCHEMA`;
  // The statistics of storage need another privilege.
  const storage = await ifPermitted(read(rowsSql(region, schema, name)));
  return {
    ...table,
    type: tableKinds.get(kind) ?? 'table',
    description: literalText(description),
    rowEstimate: estimateOf(storage?.[0]?.[0]),
    ...constraintsOf(await read(constraintsSql(dataset, name))),
    indexes: [],
    ddl: typeof ddl === 'string' ? ddl : null,
    ddlSource: 'engine',
  };
}
