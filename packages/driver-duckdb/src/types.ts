import type { Datatype } from '@sluice/contracts';
import { DuckDBTypeId, type DuckDBType } from '@duckdb/node-api';
import type { ColumnType } from '@sluice/driver-kit/rows/columns';
import { plainCode } from '@sluice/driver-kit/encode/codes';

/**
 * The published form of the values:
 * - TINYINT to BIGINT, unsigned ones, FLOAT, DOUBLE: JSON numbers; beyond ±2^53, and HUGEINT, UHUGEINT,
 *   BIGNUM beyond it, strings; NaN, Infinity, -Infinity as strings. DECIMAL: a string, all its digits.
 * - DATE, TIME, TIMESTAMP in all precisions: ISO 8601; with a time zone in UTC, with `Z`. `infinity` and
 *   dates BC as DuckDB writes them. INTERVAL: ISO 8601.
 * - LIST, ARRAY: JSON arrays. STRUCT, MAP: JSON objects, the keys of a map as text. A STRUCT without names:
 *   an array. A MAP whose keys may have the same text: an array of pairs. UNION, VARIANT: the value inside.
 * - JSON: itself; text that DuckDB accepts as JSON although it is not, such as NaN: a string. BLOB: `\x…`.
 *   GEOMETRY: well-known text. UUID, ENUM, BIT, VARCHAR, TYPE: text.
 */
const datatypes: Partial<Record<DuckDBTypeId, Datatype>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'number',
  [DuckDBTypeId.SMALLINT]: 'number',
  [DuckDBTypeId.INTEGER]: 'number',
  [DuckDBTypeId.BIGINT]: 'number',
  [DuckDBTypeId.UTINYINT]: 'number',
  [DuckDBTypeId.USMALLINT]: 'number',
  [DuckDBTypeId.UINTEGER]: 'number',
  [DuckDBTypeId.UBIGINT]: 'number',
  [DuckDBTypeId.HUGEINT]: 'number',
  [DuckDBTypeId.UHUGEINT]: 'number',
  [DuckDBTypeId.BIGNUM]: 'number',
  [DuckDBTypeId.FLOAT]: 'number',
  [DuckDBTypeId.DOUBLE]: 'number',
  [DuckDBTypeId.DECIMAL]: 'number',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIME]: 'time',
  [DuckDBTypeId.TIME_TZ]: 'time',
  [DuckDBTypeId.TIME_NS]: 'time',
  [DuckDBTypeId.TIMESTAMP]: 'datetime',
  [DuckDBTypeId.TIMESTAMP_S]: 'datetime',
  [DuckDBTypeId.TIMESTAMP_MS]: 'datetime',
  [DuckDBTypeId.TIMESTAMP_NS]: 'datetime',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'datetime',
  [DuckDBTypeId.BLOB]: 'binary',
  [DuckDBTypeId.LIST]: 'json',
  [DuckDBTypeId.ARRAY]: 'json',
  [DuckDBTypeId.STRUCT]: 'json',
  [DuckDBTypeId.MAP]: 'json',
  [DuckDBTypeId.UNION]: 'json',
  [DuckDBTypeId.VARIANT]: 'json',
};

/** Returns whether values of the type are JSON text. */
export const isJson = (type: DuckDBType): boolean => type.alias === 'JSON';

/** Returns the column type of a DuckDB type. */
export const columnTypeOf = (type: DuckDBType): ColumnType => ({
  dbType: type.alias ?? type.toString(),
  datatype: isJson(type) ? 'json' : (datatypes[type.typeId] ?? 'string'),
  code: plainCode('text'),
});
