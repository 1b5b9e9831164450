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

/** First version with all functions and columns of the catalog that the queries below use. */
const CURRENT = 12;

/** PostgreSQL 8.0 has no literals with E. */
const nameLiteral = (text: string): string =>
  text.includes('\\') ? literal(text) : `'${text.replaceAll("'", "''")}'`;

/** The statistics have -1 rows for a table that was never analyzed. */
const tableSql = ({ schema, name }: TableName, version: number): string => `
  select c.oid::text, c.relkind::text, coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''),
    case when c.relkind <> 'v' and c.reltuples >= 0 then c.reltuples::bigint end::text
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${visibleRelations(version)}
    and n.nspname = ${nameLiteral(schema ?? 'public')} and c.relname = ${nameLiteral(name)}`;

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

/** Without LATERAL (9.3) and ORDINALITY (9.4). A key has at most 32 columns. */
const olderConstraintsSql = (oid: string): string => `
  select k.conname, case k.contype when 'p' then 'primary' when 'u' then 'unique' else 'foreign' end,
    a.attname, fn.nspname, f.relname, r.attname
  from pg_catalog.pg_constraint k
  cross join pg_catalog.generate_series(1, 32) p(position)
  join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[p.position]
  left join pg_catalog.pg_attribute r
    on r.attrelid = k.confrelid and r.attnum = k.confkey[p.position]
  left join pg_catalog.pg_class f on f.oid = k.confrelid
  left join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
  where k.conrelid = ${oid} and k.contype in ('p', 'u', 'f')
  order by k.conname, p.position`;

const indexesSql = (oid: string): string => `
  select i.relname, case when x.indisunique then 'unique' else 'plain' end, m.amname,
    pg_catalog.pg_get_indexdef(x.indexrelid, position, true)
  from pg_catalog.pg_index x
  join pg_catalog.pg_class i on i.oid = x.indexrelid
  join pg_catalog.pg_am m on m.oid = i.relam
  cross join lateral generate_series(1, x.indnkeyatts) position
  where x.indrelid = ${oid}
  order by i.relname, position`;

const olderIndexesSql = (oid: string): string => `
  select i.relname, case when x.indisunique then 'unique' else 'plain' end, m.amname,
    pg_catalog.pg_get_indexdef(x.indexrelid, p.position, true)
  from pg_catalog.pg_index x
  join pg_catalog.pg_class i on i.oid = x.indexrelid
  join pg_catalog.pg_am m on m.oid = i.relam
  cross join pg_catalog.generate_series(1, 32) p(position)
  where x.indrelid = ${oid} and p.position <= x.indnatts
  order by i.relname, p.position`;

/**
 * Returns the detail of a table or view visible to the session's user, from a server of this version. Older servers lack
 * the functions that print the definition.
 */
export async function describeTable(
  read: ReadRows,
  table: TableName,
  version: number,
): Promise<TableDetail | null> {
  const isOlder = version < CURRENT;
  const [found] = await read(tableSql(table, version));
  if (found === undefined) return null;
  const [oid, relkind, description, rows] = found;
  const id = textOf(oid);
  return {
    ...table,
    type: tableKinds.get(relkind) ?? 'table',
    description: textOf(description),
    rowEstimate: estimateOf(rows),
    ...constraintsOf(await read((isOlder ? olderConstraintsSql : constraintsSql)(id))),
    indexes: indexesOf(await read((isOlder ? olderIndexesSql : indexesSql)(id))),
    ddl: isOlder ? null : await createStatements(read, id, textOf(relkind)),
    ddlSource: 'catalog',
  };
}
