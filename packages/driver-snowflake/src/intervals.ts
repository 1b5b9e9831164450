// The server sends an interval as a count: of months, or of nanoseconds in up to 128 bits. Source:
// snowflakedb/drivers f4ceebad, sf_core/src/chunks/json_parser.rs.

const NANOS_OF_SECOND = 1_000_000_000n;
const NANOS_OF_MINUTE = 60n * NANOS_OF_SECOND;
const NANOS_OF_HOUR = 60n * NANOS_OF_MINUTE;
const NANOS_OF_DAY = 24n * NANOS_OF_HOUR;

const ZERO = 'PT0S';

const countIn = (text: string): bigint | null => (/^-?\d{1,39}$/.test(text) ? BigInt(text) : null);

/** Returns a part of an interval with its own sign, as PostgreSQL and DuckDB write it; empty for zero. */
const part = (value: bigint, unit: string): string =>
  value === 0n ? '' : `${String(value)}${unit}`;

// Each function returns null for invalid text.

/** Months → `P1Y2M`, `P-1Y-2M`. */
export function yearMonthInterval(text: string): string | null {
  const months = countIn(text);
  if (months === null) return null;
  return months === 0n ? ZERO : `P${part(months / 12n, 'Y')}${part(months % 12n, 'M')}`;
}

/** Nanoseconds → `P1DT2H3M4.5S`, `P-1DT-2H`. */
export function dayTimeInterval(text: string): string | null {
  const nanos = countIn(text);
  if (nanos === null) return null;
  if (nanos === 0n) return ZERO;
  const time = [
    part((nanos % NANOS_OF_DAY) / NANOS_OF_HOUR, 'H'),
    part((nanos % NANOS_OF_HOUR) / NANOS_OF_MINUTE, 'M'),
    seconds(nanos % NANOS_OF_MINUTE),
  ].join('');
  return `P${part(nanos / NANOS_OF_DAY, 'D')}${time === '' ? '' : `T${time}`}`;
}

function seconds(nanos: bigint): string {
  if (nanos === 0n) return '';
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % NANOS_OF_SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const point = fraction === '' ? '' : `.${fraction}`;
  return `${nanos < 0n ? '-' : ''}${String(size / NANOS_OF_SECOND)}${point}S`;
}
