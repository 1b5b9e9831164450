import type { TableDetail } from '@sluice/contracts';
import type { TableName } from '@sluice/driver-kit';
import {
  constraintsOf,
  estimateOf,
  ifPermitted,
  indexesOf,
  textOf,
  type ReadRows,
} from '@sluice/driver-kit/table-detail';
import { tableKinds } from './introspect.js';
import { binaryLiteral, textLiteral } from './literals.js';

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** The information schema compares names without case, although two tables can differ only in case. */
const isTable = ({ schema, name }: TableName): string => `
  table_schema = ${textLiteral(schema ?? '')} and table_name = ${textLiteral(name)}
  and binary table_schema = ${binaryLiteral(schema ?? '')} and binary table_name = ${binaryLiteral(name)}`;

const tableSql = (table: TableName): string => `
  select table_type, table_comment, table_rows from information_schema.tables
  where ${isTable(table)}`;

const constraintsSql = (table: TableName): string => `
  select constraint_name,
    case when referenced_table_name is not null then 'foreign'
      when constraint_name = 'PRIMARY' then 'primary' else 'unique' end,
    column_name, referenced_table_schema, referenced_table_name, referenced_column_name
  from information_schema.key_column_usage
  where ${isTable(table)}
  order by constraint_name, ordinal_position`;

const indexesSql = (table: TableName): string => `
  select index_name, case when non_unique = 0 then 'unique' else 'plain' end, index_type,
    coalesce(column_name, '(expression)')
  from information_schema.statistics
  where ${isTable(table)}
  order by index_name <> 'PRIMARY', index_name, seq_in_index`;

/** Returns the detail of a table or view visible to the session's user. */
export async function describeTable(read: ReadRows, table: TableName): Promise<TableDetail | null> {
  const [found] = await read(tableSql(table));
  if (found === undefined) return null;
  const [kind, comment, rows] = found;
  const path = [table.schema ?? '', table.name].map(quoted).join('.');
  const created = await ifPermitted(read(`show create table ${path}`));
  return {
    ...table,
    type: tableKinds.get(kind) ?? 'table',
    // For views the server reports the text VIEW as the comment.
    description: kind === 'VIEW' ? '' : textOf(comment),
    rowEstimate: estimateOf(rows),
    ...constraintsOf(await read(constraintsSql(table))),
    indexes: indexesOf(await read(indexesSql(table))),
    ddl: created && `${textOf(created[0]?.[1])};`,
    ddlSource: 'engine',
  };
}
