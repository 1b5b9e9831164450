import {
  DuckDBArrayValue,
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimeNSValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  DuckDBUnionValue,
  DuckDBVariantValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import {
  dateText,
  intervalText,
  offsetText,
  timeNanosText,
  timestampText,
  timeText,
} from './times.js';

const MOST = 2n ** 53n;

/** A value that is not null as the text of its form, when it is one of those that are strings. */
export function textOf(value: DuckDBValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBIntervalValue) {
    return intervalText(value.months, value.days, value.micros);
  }
  return timeTextOf(value) ?? String(value);
}

function timeTextOf(value: DuckDBValue): string | null {
  if (value instanceof DuckDBDateValue) return infinite(value, value.days) ?? dateText(value.days);
  if (value instanceof DuckDBTimestampTZValue) {
    return infinite(value, value.micros) ?? `${timestampText(value.micros, 1_000_000)}Z`;
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

/** The outermost days and ticks stand for infinity. */
const infinite = (value: { isFinite: boolean }, ticks: number | bigint): string | null => {
  if (value.isFinite) return null;
  return ticks < 0 ? '-infinity' : 'infinity';
};

/** A value as JSON, whatever is inside of it. */
export function jsonOf(value: DuckDBValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return '-0';
    return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
  }
  if (typeof value === 'bigint') {
    return value >= -MOST && value <= MOST ? String(value) : `"${String(value)}"`;
  }
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(jsonOf).join(',')}]`;
  }
  if (value instanceof DuckDBStructValue) return objectOf(Object.entries(value.entries));
  if (value instanceof DuckDBMapValue) {
    return objectOf(value.entries.map((entry) => [keyOf(entry.key), entry.value]));
  }
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) {
    return jsonOf(value.value);
  }
  return JSON.stringify(value instanceof DuckDBBitValue ? String(value) : textOf(value));
}

const objectOf = (entries: readonly (readonly [string, DuckDBValue])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`).join(',')}}`;

/** A key is text; one that is no scalar is its JSON. */
function keyOf(key: DuckDBValue): string {
  const json = jsonOf(key);
  const text: unknown = json.startsWith('"') ? JSON.parse(json) : json;
  return String(text);
}
