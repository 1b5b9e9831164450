import type { TableDetail } from '@sluice/contracts';
import type { TableName } from '@sluice/driver-kit';
import {
  constraintsOf,
  estimateOf,
  indexesOf,
  type ConstraintRow,
} from '@sluice/driver-kit/table-detail';
import type { DatabaseSync } from 'node:sqlite';
import { tableKinds } from './introspect.js';

type Row = Record<string, unknown>;
/** Runs a query with the name of the table as its parameter. */
type ReadTable = (sql: string) => Row[];

const tableSql = `select type from pragma_table_list
  where schema = 'main' and type <> 'shadow' and name not like 'sqlite\\_%' escape '\\' and name = ?`;
const primarySql = 'select name from pragma_table_xinfo(?) where pk > 0 order by pk';
/** Expressions have no name. */
const indexesSql = `select i.name as index_name, i."unique" as is_unique, i.origin, c.name as column_name
  from pragma_index_list(?) i, pragma_index_xinfo(i.name) c where c."key" order by i.seq, c.seqno`;
const foreignSql = `select id, "table" as referenced, "from" as own, "to" as foreign_column
  from pragma_foreign_key_list(?) order by id, seq`;
const statementsSql = `select sql from sqlite_schema
  where tbl_name = ? and sql is not null and type in ('table', 'view', 'index', 'trigger')
  order by type not in ('table', 'view'), rowid`;
const estimateSql = `select stat from sqlite_stat1 where tbl = ? order by idx is not null limit 1`;

/** Returns the detail of a table or view of the main database. SQLite stores no comments. */
export function describeTable(database: DatabaseSync, table: TableName): TableDetail | null {
  const read = (sql: string, name = table.name): Row[] => database.prepare(sql).all(name);
  const [found] = read(tableSql);
  if (found === undefined || table.schema !== null) return null;
  const indexes = read(indexesSql);
  return {
    ...table,
    type: tableKinds.get(String(found['type'])) ?? String(found['type']),
    description: '',
    rowEstimate: rowEstimate(read),
    ...constraintsOf([
      ...read(primarySql).map(({ name }) => ['', 'primary', name]),
      ...indexes
        .filter(({ origin }) => origin === 'u')
        .map((row) => [row['index_name'], 'unique', row['column_name']]),
      ...foreignKeys(read),
    ]),
    indexes: indexesOf(
      indexes.map((row) => [
        row['index_name'],
        row['is_unique'] === 1 ? 'unique' : 'plain',
        null,
        row['column_name'] ?? '(expression)',
      ]),
    ),
    ddl: read(statementsSql)
      .map(({ sql }) => `${String(sql)};`)
      .join('\n'),
    ddlSource: 'engine',
  };
}

/** A key without referenced columns refers to the primary key. Keys have no names in SQLite's catalog. */
function foreignKeys(read: (sql: string, name?: string) => Row[]): ConstraintRow[] {
  const keys = new Map<unknown, Row[]>();
  for (const row of read(foreignSql)) keys.set(row['id'], [...(keys.get(row['id']) ?? []), row]);
  return [...keys.values()].flatMap((rows, index) => {
    const referenced = String(rows[0]?.['referenced']);
    const primary = read(primarySql, referenced);
    return rows.map((row, at): ConstraintRow => {
      const column = row['foreign_column'] ?? primary[at]?.['name'];
      return [`foreign key ${String(index + 1)}`, 'foreign', row['own'], null, referenced, column];
    });
  });
}

/** `ANALYZE` creates the statistics; their first number is the count of rows. */
function rowEstimate(read: ReadTable): number | null {
  try {
    const [row] = read(estimateSql);
    return estimateOf(/^\d+/.exec(String(row?.['stat']))?.[0]);
  } catch {
    return null;
  }
}
