const DAY_SECONDS = 86_400;
const FIRST_YEAR_SECONDS = -62_135_596_800;
const LAST_YEAR_SECONDS = 253_402_300_800;

/** The last formatted day: adjacent rows often share it. */
let lastDay = Number.NaN;
let lastDate = '';

function dateText(day: number): string {
  if (day !== lastDay) {
    lastDate = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    lastDay = day;
  }
  return lastDate;
}

const two = (n: number): string => (n < 10 ? `0${String(n)}` : String(n));

/**
 * Formats microseconds since 1970 as ISO 8601 in UTC, with a fraction only if it is not zero; null for anything
 * else.
 */
export function timestampText(digits: string): string | null {
  const [, sign, whole = '', last = ''] = /^(-?)(\d{0,12}?)(\d{1,6})$/.exec(digits) ?? [];
  if (sign === undefined) return null;
  let seconds = Number(whole);
  let micros = Number(last);
  if (sign === '-') {
    seconds = micros === 0 ? -seconds : -seconds - 1;
    micros = micros === 0 ? 0 : 1_000_000 - micros;
  }
  if (seconds < FIRST_YEAR_SECONDS || seconds >= LAST_YEAR_SECONDS) return null;
  const day = Math.floor(seconds / DAY_SECONDS);
  const rest = seconds - day * DAY_SECONDS;
  const hours = Math.floor(rest / 3600);
  const minutes = Math.floor((rest - hours * 3600) / 60);
  const time = `${two(hours)}:${two(minutes)}:${two(rest % 60)}`;
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return `${dateText(day)}T${time}${fraction}Z`;
}

/**
 * Removes the zeros at the end of the fraction of an ISO 8601 text, which has up to twelve digits; null for
 * anything else.
 */
export function isoTimestamp(text: string): string | null {
  const [, seconds, fraction = ''] = isoForm.exec(text) ?? [];
  if (seconds === undefined) return null;
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? `${seconds}Z` : `${seconds}.${digits}Z`;
}

const isoForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,12}))?Z$/;

/** Formats a range of timestamps `[start, end)`, whose ends are ISO 8601 texts or microseconds. */
export function timestampRange(text: string): string {
  return text.replace(/[^[\s,()]+(?=,|\)$)/g, (end) => isoTimestamp(end) ?? microsIn(end) ?? end);
}

const microsIn = (end: string): string | null =>
  /^-?\d{4,18}$/.test(end) ? timestampText(end) : null;

const intervalForm = /^(-?)(\d+)-(\d+) (-?\d+) (-?)(\d+):(\d+):(\d+)(?:\.(\d+))?$/;

/**
 * Formats an interval, which the service sends as `[-]Y-M [-]D [-]H:M:S[.F]`, as ISO 8601, each part with its
 * own sign; null for anything else.
 */
export function intervalText(text: string): string | null {
  const found = intervalForm.exec(text);
  if (found === null) return null;
  const [, calendar = '', years, months, days, clock = '', hours, minutes, seconds, digits] = found;
  const date =
    intervalPart(calendar, years, 'Y') +
    intervalPart(calendar, months, 'M') +
    intervalPart('', days, 'D');
  const fraction = (digits ?? '').replace(/0+$/, '');
  const time =
    intervalPart(clock, hours, 'H') +
    intervalPart(clock, minutes, 'M') +
    (fraction === ''
      ? intervalPart(clock, seconds, 'S')
      : `${clock}${String(Number(seconds))}.${fraction}S`);
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

/** Returns a number of an interval with its unit; empty for zero. */
const intervalPart = (sign: string, digits: string | undefined, unit: string): string =>
  Number(digits) === 0 ? '' : `${sign}${String(Number(digits))}${unit}`;
