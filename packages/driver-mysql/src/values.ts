import type { Datatype } from '@sluice/contracts';
import type { ColumnType } from '@sluice/driver-kit/rows/columns';
import { plainCode, type Form } from '@sluice/driver-kit/encode/codes';
import type { Field } from './fields.js';

/** Column flags. */
const Flag = { unsigned: 0x20, zerofill: 0x40, enumeration: 0x100, set: 0x800 } as const;

const BYTES = 63;
/** Maximum bytes of a character in utf8mb4, the encoding of all strings. */
const CHARACTER_BYTES = 4;

interface Type {
  dbType: (field: Field) => string;
  datatype: Datatype;
  form: Form;
}

const isBytes = ({ charset }: Field): boolean => charset === BYTES;

const named = (name: string) => (): string => name;

/** `int unsigned zerofill`. */
const whole =
  (name: string) =>
  ({ flags }: Field): string =>
    name +
    ((flags & Flag.unsigned) !== 0 ? ' unsigned' : '') +
    ((flags & Flag.zerofill) !== 0 ? ' zerofill' : '');

/** `datetime(6)`: digits of a second. */
const timed =
  (name: string) =>
  ({ decimals }: Field): string =>
    decimals > 0 && decimals <= 6 ? `${name}(${String(decimals)})` : name;

/** `decimal(10,2)`: the length counts the sign and the point. */
function decimal(field: Field): string {
  const { length, decimals, flags } = field;
  const signs = ((flags & Flag.unsigned) !== 0 ? 0 : 1) + (decimals > 0 ? 1 : 0);
  return whole(`decimal(${String(length - signs)},${String(decimals)})`)(field);
}

/** The four sizes of `text` and `blob` by the maximum size of their columns. */
const sizes = [
  [0xff, 'tiny'],
  [0xffff, ''],
  [0xffffff, 'medium'],
  [Infinity, 'long'],
] as const;

function sized(field: Field): string {
  const bytes = isBytes(field) ? field.length : field.length / CHARACTER_BYTES;
  const size = sizes.find(([most]) => bytes <= most)?.[1] ?? '';
  return size + (isBytes(field) ? 'blob' : 'text');
}

/** `varchar(20)` in characters, `varbinary(20)` in bytes. */
const long =
  (text: string, bytes: string) =>
  (field: Field): string =>
    isBytes(field)
      ? `${bytes}(${String(field.length)})`
      : `${text}(${String(Math.floor(field.length / CHARACTER_BYTES))})`;

const number = (dbType: Type['dbType'], form: Form): Type => ({ dbType, datatype: 'number', form });
const binary = (dbType: Type['dbType']): Type => ({ dbType, datatype: 'binary', form: 'hex' });
const string = (dbType: Type['dbType']): Type => ({ dbType, datatype: 'string', form: 'text' });
const textOrBytes = (dbType: Type['dbType']) => (field: Field) =>
  isBytes(field) ? binary(dbType) : string(dbType);

/**
 * How each type is shown, by its number on the wire. The published form of the values:
 * - tinyint to int, year, float, double: JSON numbers. bigint: a number within ±2^53, else a string.
 *   float has the digits that the server sends, which are six.
 * - decimal: always a string with the exact digits. bit: a string of as many zeros and ones.
 * - date, time: the database's text. datetime: `T` between date and time; timestamp: also `Z`, since our
 *   sessions run in UTC until they set another time zone. Zero dates stay zero dates.
 * - json: the JSON itself. binary, varbinary, blobs, geometry (with its SRID), vector: `\x…`.
 * - char, varchar, texts, enum, set, uuid, inet4, inet6: the database's text.
 */
const types = new Map<number, Type | ((field: Field) => Type)>([
  [0, number(decimal, 'exact')],
  [1, number(whole('tinyint'), 'integer')],
  [2, number(whole('smallint'), 'integer')],
  [3, number(whole('int'), 'integer')],
  [4, number(whole('float'), 'float')],
  [5, number(whole('double'), 'float')],
  [6, string(named('null'))],
  [7, { dbType: timed('timestamp'), datatype: 'datetime', form: 'utc' }],
  [8, number(whole('bigint'), 'integer')],
  [9, number(whole('mediumint'), 'integer')],
  [10, { dbType: named('date'), datatype: 'date', form: 'text' }],
  [11, { dbType: timed('time'), datatype: 'time', form: 'text' }],
  [12, { dbType: timed('datetime'), datatype: 'datetime', form: 'timestamp' }],
  [13, number(named('year'), 'integer')],
  [14, { dbType: named('date'), datatype: 'date', form: 'text' }],
  [15, textOrBytes(long('varchar', 'varbinary'))],
  [16, { dbType: ({ length }) => `bit(${String(length)})`, datatype: 'string', form: 'bits' }],
  [242, binary(named('vector'))],
  [245, { dbType: named('json'), datatype: 'json', form: 'json' }],
  [246, number(decimal, 'exact')],
  [247, string(named('enum'))],
  [248, string(named('set'))],
  [249, textOrBytes(sized)],
  [250, textOrBytes(sized)],
  [251, textOrBytes(sized)],
  [252, textOrBytes(sized)],
  [253, textOrBytes(long('varchar', 'varbinary'))],
  [254, fixed],
  [255, binary(({ extendedType }) => extendedType || 'geometry')],
]);

/** ENUM and SET are sent as fixed-length strings. */
function fixed({ flags, charset }: Field): Type {
  if ((flags & Flag.enumeration) !== 0) return string(named('enum'));
  if ((flags & Flag.set) !== 0) return string(named('set'));
  return charset === BYTES ? binary(long('char', 'binary')) : string(long('char', 'binary'));
}

const unknown: Type = string(named('unknown'));

/** Returns the type of a column; timestamps are in UTC unless the session has set another time zone. */
export function typeOf(field: Field, isUtc: boolean): ColumnType {
  const { dbType, datatype, form } = typeFor(field);
  const shown = form === 'utc' && !isUtc ? 'timestamp' : form;
  return { dbType: dbType(field), datatype, code: plainCode(shown, field.length) };
}

function typeFor(field: Field): Type {
  // MariaDB's JSON is a string with a validity check.
  if (field.extendedFormat === 'json') return { ...jsonText, dbType: named('json') };
  const found = types.get(field.type) ?? unknown;
  const type = typeof found === 'function' ? found(field) : found;
  // Sent as strings although their columns store other types: uuid, inet4, inet6.
  if (field.extendedType === '' || field.type === 255) return type;
  return { ...string(named(field.extendedType)), datatype: 'string' };
}

const jsonText = { datatype: 'json', form: 'json' } as const;
