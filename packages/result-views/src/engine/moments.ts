import { typeOf, type Kind } from './kinds.js';
import { betweenValues, beyond, type Comparison } from './rounded.js';
import { literal } from './sql.js';

/** Kinds whose values are dates or times of DuckDB. */
export type MomentKind = Extract<Kind, { is: 'date' | 'timestamp' | 'moment' }>;

/** A given date or time. */
interface Moment {
  date: string;
  time: string;
  fraction: string;
  offset: string;
  /** Whether a type that cannot hold it has only later values. */
  isEarly: boolean;
}

const form =
  /^(?<year>\d+)(?<day>-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d+))?)?(?<offset>Z|[-+]\d\d(?::?\d\d)?)?(?<era> BC| \(BC\))?$/;

/** Years before it are earlier than every range that starts in the 20th century or before. */
const EPOCH_YEAR = 1970;

function parseMoment(text: string): Moment | null {
  const { year, day, time, fraction, offset, era } = form.exec(text)?.groups ?? {};
  if (year === undefined || day === undefined) return null;
  return {
    // DuckDB writes the era after the date and in parentheses.
    date: `${year}${day}${era === undefined ? '' : ' (BC)'}`,
    time: time ?? '00:00',
    fraction: fraction ?? '',
    offset: offset ?? '',
    isEarly: era !== undefined || Number(year) < EPOCH_YEAR,
  };
}

/**
 * Compares dates and times. The type of the column may hold fewer digits or years than the given text, so the text is
 * rounded down, and beyond the range of the type every value is later or earlier.
 */
export function momentComparison(
  { kind, value }: { kind: MomentKind; value: string },
  operator: Comparison,
  given: string,
): string {
  const moment = parseMoment(given);
  if (moment === null) {
    return `${value} ${operator} ${castTo(kind, given)}`;
  }
  const digits = digitsOf(kind);
  const cut = moment.fraction.slice(digits);
  const isExact = /^0*$/.test(cut);
  const rounded = castTo(
    kind,
    textOf(kind, { ...moment, fraction: moment.fraction.slice(0, digits) }),
  );
  const compared = isExact
    ? `${value} ${operator} ${rounded}`
    : betweenValues(operator, value, rounded);
  const outside = beyond(operator, value, moment.isEarly);
  return `case when ${rounded} is null then ${outside} else ${compared} end`;
}

/** Digits of a second. */
const digitsOf = (kind: MomentKind): number =>
  kind.is === 'timestamp' && kind.type === 'TIMESTAMP_NS' ? 9 : 6;

function textOf(kind: MomentKind, { date, time, fraction, offset }: Moment): string {
  if (kind.is === 'date') return date;
  const text = `${date} ${time}${fraction === '' ? '' : `.${fraction}`}`;
  // Times without time zone ignore an offset, as in PostgreSQL.
  return kind.is === 'moment' || kind.suffix === 'Z' ? text + offset : text;
}

function castTo(kind: MomentKind, text: string): string {
  const hasOffset = /[-+]\d\d(?::?\d\d)?$/.test(text) && text.includes(':');
  // A cast to TIMESTAMP ignores the offset.
  return kind.is !== 'date' && hasOffset
    ? `cast(try_cast(${literal(text)} as TIMESTAMPTZ) as ${typeOf(kind)})`
    : `try_cast(${literal(text)} as ${typeOf(kind)})`;
}
