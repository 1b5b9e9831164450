import type { Datatype } from '@sluice/contracts';
import { DOT, MINUS, NINE, ZERO } from '../bytes.js';
import { latin1 } from '../formula.js';
import { styles } from './style.js';

/** A value as a cell stores it: a number with a format. Null when only a text keeps the whole value. */
export interface NumberCell {
  /** The number as written in the file. */
  number: string;
  style: number;
}

/** Whether a cell keeps the number exactly: a cell stores a double and shows 15 digits. */
const maxDigits = 15;
const wholePattern = /^-?\d+$/;
const numberPattern = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** The same for a JSON number: fractions are doubles already, integers may have more digits than a cell keeps. */
export function isExactNumber(text: string): boolean {
  if (!wholePattern.test(text)) return isInRange(text);
  return significantDigits(text) <= maxDigits;
}

/** Whether a value is a number that needs no further check, as most are. */
export function isShortNumber(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > maxDigits) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if ((byte < ZERO || byte > NINE) && byte !== DOT && byte !== MINUS) return false;
  }
  return true;
}

/** The number in a string of such a column; null when it stays a text. */
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

/** For a number that is kept as text because of its digits. */
const isExactDecimal = (text: string): boolean =>
  numberPattern.test(text) && significantDigits(text) <= maxDigits && isInRange(text);

/** The largest number of a cell. */
const isInRange = (text: string): boolean => {
  const size = Math.abs(Number(text));
  return size <= 9.99999999999999e307 && (size >= 2.2250738585072014e-308 || size === 0);
};

const significantDigits = (text: string): number =>
  text.replace(/e.*$/i, '').replace('-', '').replace('.', '').replace(/^0+/, '').length;

const dayMs = 86_400_000;
/** Day 0 of the spreadsheet calendar for days from March 1900; before that it counts a day that did not exist. */
const epochMs = Date.UTC(1899, 11, 30);
const firstDay = 61;
const datetimePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})0*)?(Z)?)?$/;
const timePattern = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})0*)?$/;

/**
 * A date or time as the day number of a spreadsheet. Null for what it cannot show: offsets other than UTC, years before
 * 1900 or after 9999, and digits below a microsecond.
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
  // Midnight at the end of a day would be shown as midnight at its start.
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

/** Below the precision of a double with this many days. */
const dayDecimals = 12;
/** Below a microsecond in the first second of a day. */
const timeDecimals = 17;

/**
 * A row number or a day number without an exponent, which some readers do not accept in a time. It does not use
 * `String`: the engine caches its results, and a million of them grow memory until the next full collection.
 */
export const digitsOf = (value: number): string => {
  if (Number.isInteger(value)) return value.toFixed(0);
  return value.toFixed(value < 1 ? timeDecimals : dayDecimals);
};
