import { civilDate } from '@sluice/driver-kit/encode/civil-date';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const ZERO = 0x30;
const T = 0x54;
const Z = 0x5a;

/** 0001-01-01 and 9999-12-31: the range of four-digit years. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const DATE_BYTES = 10;

/** Cache of formatted days, which repeat in a column: each day has one slot, shared with others. */
const SLOTS = 4096;
const cachedDays = new Int32Array(SLOTS).fill(FIRST_DAY - 1);
const digits = new Uint8Array(SLOTS * DATE_BYTES);

const DAY_MICROS = 86_400_000_000;
const MICROS = 1_000_000;

/** Writes a day since 1970 as `"2024-01-31"`; returns false and writes nothing outside four-digit years. */
export function writeDay(o: JsonWriter, days: number, column: number): boolean {
  if (days < FIRST_DAY || days > LAST_DAY) return false;
  o.need(DATE_BYTES + 3);
  const { bytes } = o;
  bytes[o.pos] = QUOTE;
  const p = putDay(bytes, o.pos + 1, days);
  bytes[p] = QUOTE;
  o.pos = p + 1;
  o.statistics.length(column, DATE_BYTES, DATE_BYTES);
  return true;
}

/** Writes microseconds since 1970 as `"2024-01-31T10:20:30.5"`; returns false like {@link writeDay}. */
export function writeInstant(
  o: JsonWriter,
  micros: number,
  isUtc: boolean,
  column: number,
): boolean {
  const days = Math.floor(micros / DAY_MICROS);
  if (days < FIRST_DAY || days > LAST_DAY) return false;
  o.need(DATE_BYTES + 21);
  const { bytes } = o;
  const start = o.pos;
  bytes[start] = QUOTE;
  let p = putDay(bytes, start + 1, days);
  bytes[p++] = T;
  const ofDay = micros - days * DAY_MICROS;
  const seconds = Math.floor(ofDay / MICROS);
  p = putClock(bytes, p, seconds);
  const fraction = ofDay - seconds * MICROS;
  if (fraction !== 0) p = putFraction(bytes, p, fraction);
  if (isUtc) bytes[p++] = Z;
  bytes[p] = QUOTE;
  o.pos = p + 1;
  const chars = p - start - 1;
  o.statistics.length(column, chars, chars);
  return true;
}

function putDay(bytes: Uint8Array, p: number, days: number): number {
  const place = days & (SLOTS - 1);
  const at = place * DATE_BYTES;
  if (cachedDays[place] !== days) cacheDay(place, days);
  for (let i = 0; i < DATE_BYTES; i++) bytes[p + i] = digits[at + i] as number;
  return p + DATE_BYTES;
}

function cacheDay(place: number, days: number): void {
  const { year, month, day } = civilDate(days);
  const at = place * DATE_BYTES;
  const century = Math.floor(year / 100);
  putPair(digits, at, century);
  putPair(digits, at + 2, year - century * 100);
  digits[at + 4] = MINUS;
  putPair(digits, at + 5, month);
  digits[at + 7] = MINUS;
  putPair(digits, at + 8, day);
  cachedDays[place] = days;
}

function putClock(bytes: Uint8Array, p: number, seconds: number): number {
  const hours = (seconds / 3600) | 0;
  const minutes = ((seconds - hours * 3600) / 60) | 0;
  putPair(bytes, p, hours);
  bytes[p + 2] = COLON;
  putPair(bytes, p + 3, minutes);
  bytes[p + 5] = COLON;
  putPair(bytes, p + 6, seconds - hours * 3600 - minutes * 60);
  return p + 8;
}

/** Writes the fraction without trailing zeros. */
function putFraction(bytes: Uint8Array, p: number, micros: number): number {
  bytes[p] = POINT;
  let rest = micros;
  for (let i = p + 6; i > p; i--) {
    const tenth = (rest / 10) | 0;
    bytes[i] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  let end = p + 7;
  while (bytes[end - 1] === ZERO) end--;
  return end;
}

function putPair(bytes: Uint8Array, p: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[p] = ZERO + tens;
  bytes[p + 1] = ZERO + value - tens * 10;
}
