import { quoteName } from './quote-name.js';

/** Rows that a profile reads at most, so that it ends soon on a table of any size. */
export const PROFILE_ROWS = 100_000;
const TOP_VALUES = 10;

/** A column to profile. */
export interface ProfiledColumn {
  schema: string | null;
  table: string;
  name: string;
  dataType: string;
}

/** Types whose values every engine can group, compare and count. */
const comparable =
  /^(?:tiny|small|medium|big|u?huge|u)*int|^(?:numeric|decimal|number|bignumeric|bigdecimal|float|double|real|date|time|char|nchar|varchar|nvarchar|character|text|string|year|serial|enum)/i;

const textTypes: Record<string, string> = { mysql: 'char', bigquery: 'string' };

/** Returns the column, as text if the engine might not compare its type: JSON, arrays, UUIDs, booleans. */
function comparableExpression(name: string, dataType: string, dialect: string | undefined): string {
  if (dialect === 'sqlite') return name;
  if (comparable.test(dataType) && !/range|\[/i.test(dataType)) return name;
  if (dialect === 'bigquery') return `to_json_string(${name})`;
  if (dialect === 'snowflake') return `to_varchar(${name})`;
  return `cast(${name} as ${textTypes[dialect ?? ''] ?? 'text'})`;
}

/**
 * Returns the query of a column's profile: its most frequent values, each with the figures of the column. It reads
 * the column once, and at most {@link PROFILE_ROWS} rows of it.
 */
export function profileSql(column: ProfiledColumn, dialect: string | undefined): string {
  const quoted = (name: string): string => quoteName(name, dialect);
  const path = column.schema === null ? [column.table] : [column.schema, column.table];
  const value = comparableExpression(quoted(column.name), column.dataType, dialect);
  return `select profiled_value, frequency,
  sum(frequency) over () as row_count,
  sum(case when profiled_value is null then frequency else 0 end) over () as null_count,
  count(profiled_value) over () as distinct_count,
  min(profiled_value) over () as minimum,
  max(profiled_value) over () as maximum
from (
  select profiled_value, count(*) as frequency
  from (
    select ${value} as profiled_value
    from ${path.map(quoted).join('.')}
    limit ${PROFILE_ROWS}
  ) sampled
  group by profiled_value
) counted
order by case when profiled_value is null then 1 else 0 end, frequency desc
limit ${TOP_VALUES}`;
}

/** The profile of a column. */
export interface ColumnProfile {
  rows: number;
  nulls: number;
  distinct: number;
  /** Null if all values are null. */
  minimum: string | null;
  maximum: string | null;
  top: { value: string; count: number }[];
}

/** Returns the profile in the rows of {@link profileSql}; null if the table is empty. */
export function profileOf(rows: readonly (readonly unknown[])[]): ColumnProfile | null {
  const [first] = rows;
  if (first === undefined) return null;
  const [, , rowCount, nulls, distinct, minimum, maximum] = first;
  return {
    rows: Number(rowCount),
    nulls: Number(nulls),
    distinct: Number(distinct),
    minimum: textOf(minimum),
    maximum: textOf(maximum),
    top: rows.flatMap(([value, count]) => {
      const text = textOf(value);
      return text === null ? [] : [{ value: text, count: Number(count) }];
    }),
  };
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
