import { civilDate } from '@sluice/driver-kit/encode/civil-date';

const DAY_MICROS = 86_400_000_000n;
const MICROS = 1_000_000;

const padded = (value: number, size: number): string => String(value).padStart(size, '0');
const pairs = Array.from({ length: 100 }, (_, value) => padded(value, 2));
/** Formats a number below 100 with two digits. */
const two = (value: number): string => pairs[value] as string;

/** Maximum number of cached days, which repeat in a column. */
const MAX_CACHED = 4096;
const cachedDates = new Map<number, string>();

/** Returns {@link civilText}, cached. */
export function dateText(days: number): string {
  const before = cachedDates.get(days);
  if (before !== undefined) return before;
  const text = civilText(days);
  if (cachedDates.size >= MAX_CACHED) cachedDates.clear();
  cachedDates.set(days, text);
  return text;
}

/** Formats a date like DuckDB: more digits after the year 9999, ` (BC)` before the year 1. */
function civilText(days: number): string {
  const { year, month, day } = civilDate(days);
  const rest = `-${two(month)}-${two(day)}`;
  return year > 0 ? padded(year, 4) + rest : `${padded(1 - year, 4)}${rest} (BC)`;
}

/** Formats a time of day, without trailing zeros of the fraction. */
function clockText(seconds: number, fraction: number, digits: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const text = `${two(hours)}:${two(minutes)}:${two(seconds % 60)}`;
  return fraction === 0 ? text : `${text}.${padded(fraction, digits).replace(/0+$/, '')}`;
}

/** Formats a time of day; `24:00:00` is valid. */
export const timeText = (micros: number): string =>
  clockText(Math.floor(micros / MICROS), micros % MICROS, 6);

/** Formats a time of day in nanoseconds. */
export const timeNanosText = (nanos: number): string =>
  clockText(Math.floor(nanos / 1e9), nanos % 1e9, 9);

/** Formats an offset from UTC in seconds as `+05:30`. */
export function offsetText(seconds: number): string {
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? '-' : '+';
  const rest = size % 60 === 0 ? '' : `:${padded(size % 60, 2)}`;
  return `${sign}${padded(Math.floor(size / 3600), 2)}:${padded(Math.floor(size / 60) % 60, 2)}${rest}`;
}

/**
 * Formats a timestamp as ISO 8601 with the suffix `zone`; `ticks` count from 1970, `perSecond` of them per
 * second. Before the year 1 it uses DuckDB's own format: `0044-03-15 (BC) 10:00:00`, with `+00` for `Z`.
 */
export function timestampText(
  ticks: bigint,
  perSecond: 1 | 1_000 | 1_000_000 | 1_000_000_000,
  zone: '' | 'Z' = '',
): string {
  const perDay = (DAY_MICROS / BigInt(MICROS)) * BigInt(perSecond);
  let days = ticks / perDay;
  let rest = ticks % perDay;
  if (rest < 0n) {
    days -= 1n;
    rest += perDay;
  }
  const ofDay = Number(rest);
  const seconds = Math.floor(ofDay / perSecond);
  const clock = clockText(seconds, ofDay - seconds * perSecond, String(perSecond).length - 1);
  const date = dateText(Number(days));
  if (date.endsWith(')')) return `${date} ${clock}${zone === '' ? '' : '+00'}`;
  return `${date}T${clock}${zone}`;
}

/** Formats an interval as ISO 8601, each part with its own sign. */
export function intervalText(months: number, days: number, micros: bigint): string {
  const years = Math.trunc(months / 12);
  const parts = [
    [years, 'Y'],
    [months % 12, 'M'],
    [days, 'D'],
  ] as const;
  const date = parts
    .filter(([value]) => value !== 0)
    .map(([value, unit]) => `${String(value)}${unit}`);
  const time = clockParts(micros);
  if (date.length === 0 && time === '') return 'PT0S';
  return `P${date.join('')}${time === '' ? '' : `T${time}`}`;
}

function clockParts(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const sign = micros < 0n ? '-' : '';
  const hours = size / 3_600_000_000n;
  const minutes = (size / 60_000_000n) % 60n;
  const seconds = (size / 1_000_000n) % 60n;
  const fraction = size % 1_000_000n;
  let text = hours === 0n ? '' : `${sign}${String(hours)}H`;
  if (minutes !== 0n) text += `${sign}${String(minutes)}M`;
  if (seconds !== 0n || fraction !== 0n) {
    const point = fraction === 0n ? '' : `.${padded(Number(fraction), 6).replace(/0+$/, '')}`;
    text += `${sign}${String(seconds)}${point}S`;
  }
  return text;
}
