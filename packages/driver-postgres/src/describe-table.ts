import type { TableDetail } from '@sluice/contracts';
import type { TableName } from '@sluice/driver-kit';
import {
  constraintsOf,
  estimateOf,
  indexesOf,
  textOf,
  type ReadRows,
} from '@sluice/driver-kit/table-detail';
import { tableKinds, visibleRelations } from './introspect.js';
import { createStatements } from './table-ddl.js';

/** Returns a literal that is read alike with any `standard_conforming_strings`. */
const literal = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The statistics have -1 rows for a table that was never analyzed. */
const tableSql = ({ schema, name }: TableName): string => `
  select c.oid::text, c.relkind::text, coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''),
    case when c.relkind <> 'v' and c.reltuples >= 0 then c.reltuples::bigint end::text
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${visibleRelations}
    and n.nspname = ${literal(schema ?? 'public')} and c.relname = ${literal(name)}`;

const constraintsSql = (oid: string): string => `
  select k.conname, case k.contype when 'p' then 'primary' when 'u' then 'unique' else 'foreign' end,
    a.attname, fn.nspname, f.relname, r.attname
  from pg_catalog.pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) with ordinality u(own, referenced, position)
  join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own
  left join pg_catalog.pg_attribute r on r.attrelid = k.confrelid and r.attnum = u.referenced
  left join pg_catalog.pg_class f on f.oid = k.confrelid
  left join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
  where k.conrelid = ${oid} and k.contype in ('p', 'u', 'f')
  order by k.conname, u.position`;

const indexesSql = (oid: string): string => `
  select i.relname, case when x.indisunique then 'unique' else 'plain' end, m.amname,
    pg_catalog.pg_get_indexdef(x.indexrelid, position, true)
  from pg_catalog.pg_index x
  join pg_catalog.pg_class i on i.oid = x.indexrelid
  join pg_catalog.pg_am m on m.oid = i.relam
  cross join lateral generate_series(1, x.indnkeyatts) position
  where x.indrelid = ${oid}
  order by i.relname, position`;

/** Returns the detail of a table or view visible to the session's user. */
export async function describeTable(read: ReadRows, table: TableName): Promise<TableDetail | null> {
  const [found] = await read(tableSql(table));
  if (found === undefined) return null;
  const [oid, relkind, description, rows] = found;
  const id = textOf(oid);
  return {
    ...table,
    type: tableKinds.get(relkind) ?? 'table',
    description: textOf(description),
    rowEstimate: estimateOf(rows),
    ...constraintsOf(await read(constraintsSql(id))),
    indexes: indexesOf(await read(indexesSql(id))),
    ddl: await createStatements(read, id, textOf(relkind)),
    ddlSource: 'catalog',
  };
}
