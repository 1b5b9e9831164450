import type { ParameterType, ScalarType } from './enums.js';

/**
 * A value as drivers bind it: its type and its exact text. `boolean` is `true` or `false`, `date` `2026-03-01`, `time`
 * `09:30:00.5`, `timestamp` `2026-03-01 09:30:00.5`, `timestamptz` the same with `+02:00` or `+00:00`, `json` a JSON text.
 * Null is a typed null.
 */
export interface BoundValue {
  type: ScalarType;
  value: string | null;
}

/** A parameter with its checked values: one, or those of a list. */
export interface Parameter {
  type: ParameterType;
  values: readonly BoundValue[];
}

/** A value that does not fit its type; the message continues "The value …". */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

/**
 * Checks a value as sent and returns it with its type; without a type, the type follows from the value.
 *
 * @throws ParameterError
 */
export function readParameter(value: unknown, type: ParameterType = typeOf(value)): Parameter {
  const scalar = elementType(type);
  if (!isList(type)) return { type, values: [{ type: scalar, value: read(value, scalar) }] };
  if (!Array.isArray(value)) throw new ParameterError('must be a list');
  const values = value.map((each: unknown, index) => {
    try {
      return { type: scalar, value: read(each, scalar) };
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      throw new ParameterError(`${error.message} (element ${String(index + 1)})`);
    }
  });
  return { type, values };
}

/** Whether a type is that of a list. */
export const isList = (type: ParameterType): boolean => type.endsWith('[]');

/** The type of a list's elements, or the type itself. */
export const elementType = (type: ParameterType): ScalarType =>
  type.replace('[]', '') as ScalarType;

function typeOf(value: unknown): ParameterType {
  if (Array.isArray(value)) {
    const types = new Set(value.filter((each) => each !== null).map(scalarTypeOf));
    const [first = 'text'] = types;
    if (types.size <= 1) return `${first}[]`;
    if (types.size === 2 && types.has('integer') && types.has('decimal')) return 'decimal[]';
    throw new ParameterError('must be a list of values of the same type');
  }
  return value === null ? 'text' : scalarTypeOf(value);
}

function scalarTypeOf(value: unknown): ScalarType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
  throw new ParameterError('must be a string, a number, true, false, null or a list of these');
}

/** A decimal with all of its digits, a sign, a point and an exponent is the longest form. */
const MAX_FORM_LENGTH = 1100;

function read(value: unknown, type: ScalarType): string | null {
  if (value === null) return null;
  if (type === 'json') return jsonText(value);
  if (typeof value === 'string') {
    // No other form is as long, and matching a long text would take long.
    if (type !== 'text' && value.length > MAX_FORM_LENGTH) throw new ParameterError(expected[type]);
    return readers[type](value);
  }
  if (type === 'boolean' && typeof value === 'boolean') return String(value);
  if ((type === 'integer' || type === 'decimal') && typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && type === 'integer') {
      throw new ParameterError('is beyond the exact range of a JSON number. Send it as a string');
    }
    return readers[type](String(value));
  }
  throw new ParameterError(expected[type]);
}

const expected: Record<ScalarType, string> = {
  text: 'must be a string',
  integer: 'must be a whole number',
  decimal: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date, such as 2026-03-01',
  time: 'must be a time, such as 09:30:00',
  timestamp: 'must be a date and time without a zone, such as 2026-03-01 09:30:00',
  timestamptz: 'must be a date and time with a zone, such as 2026-03-01T09:30:00Z',
  uuid: 'must be a UUID',
  json: 'must be JSON',
};

const readers: Record<Exclude<ScalarType, 'json'>, (text: string) => string> = {
  text: (text) => {
    if (!text.isWellFormed()) throw new ParameterError('must be well-formed Unicode');
    return text;
  },
  integer,
  decimal,
  boolean: (text) => matched('boolean', /^(?:true|false)$/i, text)[0].toLowerCase(),
  date: (text) => date('date', text),
  time: (text) => time('time', text),
  timestamp: (text) => {
    const [, day = '', clock = ''] = matched('timestamp', /^(\S+?)[ T](\S+)$/i, text);
    return `${date('timestamp', day)} ${time('timestamp', clock)}`;
  },
  timestamptz: (text) => {
    const form = /^(\S+?)[ T](\S+?) ?(Z|[+-]\d\d(?::?\d\d)?)$/i;
    const [, day = '', clock = '', zone = ''] = matched('timestamptz', form, text);
    return `${date('timestamptz', day)} ${time('timestamptz', clock)}${offset(zone)}`;
  },
  uuid: (text) =>
    matched('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, text)[0].toLowerCase(),
};

function matched(type: ScalarType, form: RegExp, text: string): RegExpExecArray {
  const match = form.exec(text);
  if (match === null) throw new ParameterError(expected[type]);
  return match;
}

/** Longer texts are no 64-bit integers; reading them would take long. */
const MAX_INTEGER_LENGTH = 64;

function integer(text: string): string {
  if (text.length > MAX_INTEGER_LENGTH || !/^[+-]?\d+$/.test(text)) {
    throw new ParameterError(expected.integer);
  }
  const value = BigInt(text.replace('+', ''));
  if (BigInt.asIntN(64, value) === value) return String(value);
  throw new ParameterError('is beyond 64 bits. Use the type decimal');
}

const MAX_DIGITS = 1000;
const MAX_EXPONENT = 400;

/** Returns the number without an exponent, with the digits as sent. */
function decimal(text: string): string {
  const form = /^([+-]?)(?=\.?\d)(\d{0,1000})(?:\.(\d{0,1000}))?(?:e([+-]?\d{1,3}))?$/i;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = matched('decimal', form, text);
  const shift = Number(exponent);
  if (Math.abs(shift) > MAX_EXPONENT || whole.length + fraction.length > MAX_DIGITS) {
    throw new ParameterError('has too many digits');
  }
  const digits = `${whole}${fraction}`.padEnd(whole.length + shift, '0');
  const point = whole.length + shift;
  const padded = point < 0 ? digits.padStart(digits.length - point, '0') : digits;
  const at = Math.max(0, point);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const after = padded.slice(at);
  return `${sign === '-' ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`;
}

function date(type: ScalarType, text: string): string {
  const [, year = '', month = '', day = ''] = matched(type, /^(\d{4})-(\d\d)-(\d\d)$/, text);
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const isDay =
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  if (!isDay || year === '0000') throw new ParameterError(expected[type]);
  return text;
}

function time(type: ScalarType, text: string): string {
  const form = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?$/;
  const [, hours = '', minutes = '', seconds = '00', fraction = ''] = matched(type, form, text);
  return `${hours}:${minutes}:${seconds}${fraction}`;
}

/** Offsets as databases read them: `+02:00`. */
function offset(zone: string): string {
  if (/^z$/i.test(zone)) return '+00:00';
  const hours = zone.slice(1, 3);
  const minutes = zone.slice(3).replace(':', '') || '00';
  if (Number(hours) > 15 || Number(minutes) > 59) throw new ParameterError(expected.timestamptz);
  return `${zone.charAt(0)}${hours}:${minutes}`;
}

/** A string is a JSON text, so that its numbers keep their digits; any other value is taken as it is. */
function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    throw new ParameterError('must be a JSON text: a string needs quotes of JSON');
  }
}
