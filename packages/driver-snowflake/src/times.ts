import { civilDate } from '@sluice/driver-kit/encode/civil-date';
const SECONDS_OF_DAY = 86_400;
/** The server adds one day to a zone offset in minutes, so that it is not negative. */
const NO_OFFSET = 1440;

const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds as the server sends them, split because a double would lose digits. */
interface Seconds {
  whole: number;
  /** Fraction digits without trailing zeros. */
  fraction: string;
}

/**
 * Parses `1365148923.123456789`; null for anything else. The integer part is rounded down, so the fraction is
 * added.
 */
function readSeconds(text: string): Seconds | null {
  const [, minus, whole, digits = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const fraction = digits.replace(/0+$/, '');
  if (minus === '') return { whole: Number(whole), fraction };
  if (fraction === '') return { whole: 0 - Number(whole), fraction };
  const rest = String(10n ** BigInt(fraction.length) - BigInt(fraction));
  return { whole: -Number(whole) - 1, fraction: rest.padStart(fraction.length, '0') };
}

/** Formats days since 1970 in the Gregorian calendar, which the server uses for all years. */
function dateOf(days: number): string {
  const { year, month, day } = civilDate(days);
  const sign = year < 0 ? '-' : '';
  return `${sign}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function clockOf(seconds: number, fraction: string): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const point = fraction === '' ? '' : `.${fraction}`;
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}${point}`;
}

function momentOf(whole: number, fraction: string): string {
  const days = Math.floor(whole / SECONDS_OF_DAY);
  return `${dateOf(days)}T${clockOf(whole - days * SECONDS_OF_DAY, fraction)}`;
}

// Each function returns null for invalid text.

/** Days since 1970 → `2024-02-29`. */
export function date(text: string): string | null {
  return /^-?\d{1,9}$/.test(text) ? dateOf(Number(text)) : null;
}

/** Seconds since midnight → `23:59:59.5`. */
export function time(text: string): string | null {
  const seconds = readSeconds(text);
  if (!seconds || seconds.whole < 0 || seconds.whole > SECONDS_OF_DAY) return null;
  return clockOf(seconds.whole, seconds.fraction);
}

/** Local seconds since 1970 → `2024-02-29T23:59:59.5`. */
export function timestamp(text: string): string | null {
  const seconds = readSeconds(text);
  return seconds && momentOf(seconds.whole, seconds.fraction);
}

/** Seconds since 1970 in UTC → `2024-02-29T23:59:59.5Z`. */
export function instant(text: string): string | null {
  const moment = timestamp(text);
  return moment === null ? null : `${moment}Z`;
}

/** Bits of the zone's offset in a TIMESTAMP_TZ of version 0. */
const ZONE_BITS = 14n;

/** A number of version 0 with the zone in its lowest bits, such as `23812288741376.000000960`. */
export function oldZoned(text: string): string | null {
  const [, minus = '', whole, fraction = ''] = /^(-?)(\d{1,20})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  // The bits count units of the last digit.
  const units = BigInt(`${minus}${whole}${fraction}`);
  const ticks = units >> ZONE_BITS;
  const perSecond = 10n ** BigInt(fraction.length);
  const seconds = ticks / perSecond - (ticks % perSecond < 0n ? 1n : 0n);
  const rest = String(ticks - seconds * perSecond).padStart(fraction.length, '0');
  const offset = units - (ticks << ZONE_BITS);
  const digits = fraction === '' ? '' : rest.replace(/0+$/, '');
  return zonedMoment(Number(seconds), digits, Number(offset) - NO_OFFSET);
}

/** Seconds since 1970 in UTC, and the zone's offset → `2024-02-29T23:59:59.5+05:30`. */
export function zoned(text: string): string | null {
  const [first = '', offset = '', ...more] = text.split(' ');
  const seconds = readSeconds(first);
  if (!seconds || more.length > 0 || !/^\d{1,4}$/.test(offset)) return null;
  return zonedMoment(seconds.whole, seconds.fraction, Number(offset) - NO_OFFSET);
}

function zonedMoment(whole: number, fraction: string, minutes: number): string | null {
  if (minutes > NO_OFFSET) return null;
  const moment = momentOf(whole + minutes * 60, fraction);
  if (minutes === 0) return `${moment}Z`;
  const size = Math.abs(minutes);
  return `${moment}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
