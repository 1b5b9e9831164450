import type { Datatype } from '@sluice/contracts';
import { DOT, MINUS, NINE, ZERO } from '../bytes.js';
import { latin1 } from '../formula.js';
import { styles } from './style.js';

/** A value as a cell holds it: a number under a format. Null where only a text keeps all of it. */
export interface NumberCell {
  /** As the file has it. */
  number: string;
  style: number;
}

/** A number that a cell keeps to the last digit; a cell holds a double and shows 15 digits. */
const maxDigits = 15;
const wholePattern = /^-?\d+$/;
const numberPattern = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** Of a JSON number: fractions are doubles already, whole numbers may be longer than a cell keeps. */
export function isExactNumber(text: string): boolean {
  if (!wholePattern.test(text)) return isInRange(text);
  return significantDigits(text) <= maxDigits;
}

/** Whether a value is a number that needs no second look, as most are. */
export function isShortNumber(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > maxDigits) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if ((byte < ZERO || byte > NINE) && byte !== DOT && byte !== MINUS) return false;
  }
  return true;
}

/** What stands in a string of such a column as a number of a cell; null where it stays a text. */
export function cellOf(
  datatype: Datatype,
  bytes: Uint8Array,
  start: number,
  end: number,
): NumberCell | null {
  switch (datatype) {
    case 'number': {
      const number = latin1(bytes, start, end);
      return isExactDecimal(number) ? { number, style: styles.general } : null;
    }
    case 'date':
    case 'datetime':
    case 'time':
      return timeCell(datatype, bytes, start, end);
    case 'string':
    case 'boolean':
    case 'json':
    case 'binary':
      return null;
  }
}

/** Of a number that is kept as text for its digits. */
const isExactDecimal = (text: string): boolean =>
  numberPattern.test(text) && significantDigits(text) <= maxDigits && isInRange(text);

/** Cells know no numbers beyond these. */
const isInRange = (text: string): boolean => {
  const size = Math.abs(Number(text));
  return size <= 9.99999999999999e307 && (size >= 2.2250738585072014e-308 || size === 0);
};

const significantDigits = (text: string): number =>
  text.replace(/e.*$/i, '').replace('-', '').replace('.', '').replace(/^0+/, '').length;

const dayMs = 86_400_000;
/** Day 0 of the calendar of spreadsheets, for days from March 1900 on; before it they count a day that never was. */
const epochMs = Date.UTC(1899, 11, 30);
const firstDay = 61;
const datetimePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})0*)?(Z)?)?$/;
const timePattern = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})0*)?$/;

/**
 * A date or time as the number of days that a spreadsheet counts. Null for what it cannot show: other
 * offsets than UTC, years before 1900 or beyond 9999, and digits finer than a microsecond.
 */
function timeCell(
  datatype: Datatype,
  bytes: Uint8Array,
  start: number,
  end: number,
): NumberCell | null {
  if (end - start > 40) return null;
  const text = latin1(bytes, start, end);
  if (datatype === 'time') return timeOfDay(timePattern.exec(text));
  const match = datetimePattern.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const days = Math.round(
    (Date.UTC(Number(year), Number(month) - 1, Number(day)) - epochMs) / dayMs,
  );
  if (days < firstDay) return null;
  if (hour === undefined) {
    return datatype === 'date' ? { number: digitsOf(days), style: styles.date } : null;
  }
  const share = shareOfDay(hour, minute, second, fraction);
  const isFine = fraction !== undefined;
  const isUtc = zone !== undefined;
  const style = isUtc
    ? isFine
      ? styles.utcFraction
      : styles.utc
    : isFine
      ? styles.datetimeFraction
      : styles.datetime;
  return { number: digitsOf(days + share), style };
}

function timeOfDay(match: RegExpExecArray | null): NumberCell | null {
  if (match === null) return null;
  const [, hour, minute, second, fraction] = match;
  const share = shareOfDay(hour, minute, second, fraction);
  const style = fraction === undefined ? styles.time : styles.timeFraction;
  // Midnight at the end of a day would be shown as that at its start.
  return share < 1 ? { number: digitsOf(share), style } : null;
}

const shareOfDay = (
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  fraction = '',
): number => {
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return (seconds * 1e6 + Number(fraction.padEnd(6, '0'))) / 86_400e6;
};

/** Finer than a double of so many days. */
const dayDecimals = 12;
/** Finer than a microsecond of the first second of a day. */
const timeDecimals = 17;

/**
 * A row's number or a number of days, without an exponent, which some readers do not expect in a time. Not by
 * `String`: the engine caches what that makes, and a million of them grow its memory until the next full collection.
 */
export const digitsOf = (value: number): string => {
  if (Number.isInteger(value)) return value.toFixed(0);
  return value.toFixed(value < 1 ? timeDecimals : dayDecimals);
};
