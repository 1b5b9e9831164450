import { chooseKind, valueSql, type Count, type Kind, type TypedColumn } from './kinds.js';

/**
 * Returns SQL of the value that a Parquet file has for a stored text. A type is chosen by all values of the column:
 * where it would change one, the column keeps its texts.
 *
 * @param text SQL of the stored text
 */
export async function parquetValue(
  column: TypedColumn,
  text: string,
  count: Count,
): Promise<string> {
  switch (column.datatype) {
    case 'json':
      return `cast(${text} as JSON)`;
    case 'binary':
      return (await isNever(String.raw`not regexp_full_match(s, '\\x([0-9a-f]{2})*')`, count))
        ? `unhex(substr(${text}, 3))`
        : text;
    case 'time':
      return (await isNever(noTime, count)) ? `cast(${text} as TIME)` : text;
    case 'number':
    case 'date':
    case 'datetime':
    case 'boolean':
    case 'string':
      return typedValue(column, text, count);
  }
}

/** A time of Parquet is before 24:00. */
const noTime = `(cast(try_cast(s as TIME) as varchar) is distinct from s or starts_with(s, '24'))`;

async function typedValue(column: TypedColumn, text: string, count: Count): Promise<string> {
  const { kind } = await chooseKind(column, count);
  // Parquet has no infinite time: other readers would show a date in the far future.
  if (isTime(kind) && !(await isNever(`contains(s, 'infinity')`, count))) return text;
  switch (kind.is) {
    case 'text':
    case 'numberKey':
    case 'momentKey':
      return text;
    case 'moment':
      // A moment has microseconds.
      return (await isNever(`regexp_matches(s, '[.][0-9]{7}')`, count))
        ? `cast(${text} as TIMESTAMPTZ)`
        : text;
    case 'timestamp': {
      const isUtc = kind.suffix === 'Z';
      // A cast ignores the zone, so values with and without one stay texts.
      if (!isUtc && !(await isNever(`ends_with(s, 'Z')`, count))) return text;
      const value = valueSql(kind, text);
      return isUtc && kind.type === 'TIMESTAMP' ? `cast(${value} as TIMESTAMPTZ)` : value;
    }
    case 'boolean':
    case 'integer':
    case 'decimal':
    case 'double':
    case 'date':
      return valueSql(kind, text);
  }
}

const isTime = ({ is }: Kind): boolean => is === 'date' || is === 'timestamp' || is === 'moment';

const isNever = async (condition: string, count: Count): Promise<boolean> => {
  const [found] = await count([`count(*) filter (s is not null and ${condition})`]);
  return found === 0;
};
