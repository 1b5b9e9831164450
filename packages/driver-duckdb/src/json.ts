import {
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBGeometryValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimeNSValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  DuckDBTypeId,
  DuckDBVariantValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { shortest } from './fixed.js';
import { wellKnownText } from './geometry.js';
import {
  dateText,
  intervalText,
  offsetText,
  timeNanosText,
  timestampText,
  timeText,
} from './times.js';

const MAX_SAFE = 2n ** 53n;

/** Returns the text of a non-null value whose form is a string. */
export function textOf(value: DuckDBValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBGeometryValue) return wellKnownText(value.bytes);
  if (value instanceof DuckDBIntervalValue) {
    return intervalText(value.months, value.days, value.micros);
  }
  return timeTextOf(value) ?? String(value);
}

function timeTextOf(value: DuckDBValue): string | null {
  if (value instanceof DuckDBDateValue) return infinite(value, value.days) ?? dateText(value.days);
  if (value instanceof DuckDBTimestampTZValue) {
    return infinite(value, value.micros) ?? timestampText(value.micros, 1_000_000, 'Z');
  }
  if (value instanceof DuckDBTimestampValue) {
    return infinite(value, value.micros) ?? timestampText(value.micros, 1_000_000);
  }
  if (value instanceof DuckDBTimestampSecondsValue) {
    return infinite(value, value.seconds) ?? timestampText(value.seconds, 1);
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return infinite(value, value.millis) ?? timestampText(value.millis, 1_000);
  }
  if (value instanceof DuckDBTimestampNanosecondsValue) {
    return infinite(value, value.nanos) ?? timestampText(value.nanos, 1_000_000_000);
  }
  if (value instanceof DuckDBTimeValue) return timeText(Number(value.micros));
  if (value instanceof DuckDBTimeNSValue) return timeNanosText(Number(value.nanos));
  if (value instanceof DuckDBTimeTZValue) {
    return timeText(Number(value.micros)) + offsetText(value.offset);
  }
  return null;
}

/** The extreme days and ticks represent infinity. */
const infinite = (value: { isFinite: boolean }, ticks: number | bigint): string | null => {
  if (value.isFinite) return null;
  return ticks < 0 ? '-infinity' : 'infinity';
};

/** Returns a VARIANT value as JSON; the value carries the types of its parts. */
export function jsonOf(value: DuckDBValue, type: DuckDBType): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return '-0';
    const number = type.typeId === DuckDBTypeId.FLOAT ? shortest(value) : value;
    return Number.isFinite(number) ? String(number) : JSON.stringify(String(number));
  }
  if (typeof value === 'bigint') {
    return value >= -MAX_SAFE && value <= MAX_SAFE ? String(value) : `"${String(value)}"`;
  }
  if (value instanceof DuckDBVariantValue) return jsonOf(value.value, value.type ?? type);
  if (value instanceof DuckDBListValue && type.typeId === DuckDBTypeId.LIST) {
    return `[${value.items.map((item) => jsonOf(item, type.valueType)).join()}]`;
  }
  if (value instanceof DuckDBStructValue && type.typeId === DuckDBTypeId.STRUCT) {
    const fields = type.entryNames.map((name, index) => {
      const field = jsonOf(value.entries[name] ?? null, type.entryTypes[index] as DuckDBType);
      return `${JSON.stringify(name)}:${field}`;
    });
    return `{${fields.join()}}`;
  }
  return JSON.stringify(value instanceof DuckDBBitValue ? String(value) : textOf(value));
}
