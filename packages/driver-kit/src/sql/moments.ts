const NANOS = 1_000_000_000n;
const DAY_SECONDS = 86_400;
const DAY_MS = 86_400_000;

/** Returns the days from 1970-01-01 to a date such as `2026-03-01`, in the Gregorian calendar. */
export function epochDay(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  // Date.UTC takes years below 100 for years of the 20th century.
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

/** Returns the nanoseconds from midnight to a time such as `09:30:00.5`. */
export function dayNanos(time: string): bigint {
  const [clock = '', fraction = ''] = time.split('.');
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return BigInt(hours * 3600 + minutes * 60 + seconds) * NANOS + BigInt(fraction.padEnd(9, '0'));
}

/**
 * Returns the nanoseconds from 1970-01-01 to a timestamp such as `2026-03-01 09:30:00.5`; with a trailing offset
 * such as `+02:00`, to the moment in UTC.
 */
export function epochNanos(timestamp: string): bigint {
  const [date = '', rest = ''] = timestamp.split(' ');
  const time = rest.replace(/[+-].*$/, '');
  const offset = offsetMinutes(rest);
  const seconds = epochDay(date) * DAY_SECONDS - offset * 60;
  return BigInt(seconds) * NANOS + dayNanos(time);
}

/** Returns the minutes of the offset at the end of a text, east of UTC; 0 without one. */
export function offsetMinutes(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Rounds nanoseconds to microseconds, half up. */
export const toMicros = (nanos: bigint): bigint => {
  const rounded = nanos + 500n;
  const micros = rounded / 1000n;
  return rounded % 1000n < 0n ? micros - 1n : micros;
};
