import type { Datatype } from '@sluice/contracts';
import type { Column, ColumnType } from '@sluice/driver-kit/rows/columns';
import { plainCode } from '@sluice/driver-kit/encode/codes';
import { protocolError } from '@sluice/driver-kit/errors';
import { isRecord } from './answer.js';

/** Encoding of a value. */
export type Form =
  | 'text'
  | 'integer'
  | 'exact'
  | 'float'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'instant'
  | 'zoned'
  | 'oldZoned'
  | 'yearMonth'
  | 'dayTime'
  | 'hex'
  | 'json';

/** A column with the encoding of its values. */
export interface SnowflakeColumn extends Column {
  form: Form;
}

/** A server type: SQL name, datatype and encoding. */
type Kind = readonly [name: string, datatype: Datatype, form: Form];

const json = (name: string): Kind => [name, 'json', 'json'];
const text = (name: string): Kind => [name, 'string', 'text'];

const kinds: Readonly<Record<string, Kind>> = {
  fixed: ['NUMBER', 'number', 'exact'],
  real: ['FLOAT', 'number', 'float'],
  decfloat: ['DECFLOAT', 'number', 'exact'],
  text: text('VARCHAR'),
  boolean: ['BOOLEAN', 'boolean', 'boolean'],
  date: ['DATE', 'date', 'date'],
  time: ['TIME', 'time', 'time'],
  timestamp_ntz: ['TIMESTAMP_NTZ', 'datetime', 'timestamp'],
  timestamp_ltz: ['TIMESTAMP_LTZ', 'datetime', 'instant'],
  timestamp_tz: ['TIMESTAMP_TZ', 'datetime', 'zoned'],
  interval_year_month: ['INTERVAL_YEAR_MONTH', 'string', 'yearMonth'],
  interval_day_time: ['INTERVAL_DAY_TIME', 'string', 'dayTime'],
  interval_day_second: ['INTERVAL_DAY_SECOND', 'string', 'dayTime'],
  binary: ['BINARY', 'binary', 'hex'],
  variant: json('VARIANT'),
  object: json('OBJECT'),
  array: json('ARRAY'),
  map: json('MAP'),
  vector: json('VECTOR'),
  geography: json('GEOGRAPHY'),
  geometry: json('GEOMETRY'),
  file: json('FILE'),
};

/** Maximum number of columns of a result. */
const MAX_COLUMNS = 100_000;

/**
 * Parses `data.rowtype`. In results of version 0, from old servers, the zone of a TIMESTAMP_TZ is part of its
 * number. @throws DriverError if it is invalid
 */
export function columnsOf(rowtype: unknown, isVersion0 = false): SnowflakeColumn[] {
  if (!Array.isArray(rowtype) || rowtype.length > MAX_COLUMNS)
    throw protocolError('invalid columns');
  return rowtype.map((column: unknown) => {
    if (!isRecord(column)) throw protocolError('invalid columns');
    const { name } = column;
    const form = isVersion0 && formOf(column) === 'zoned' ? 'oldZoned' : formOf(column);
    return { name: typeof name === 'string' ? name : '', type: typeOf(column), form };
  });
}

const kindOf = ({ type }: Record<string, unknown>): Kind => {
  const word = typeof type === 'string' ? type.toLowerCase() : '';
  return (Object.hasOwn(kinds, word) ? kinds[word] : undefined) ?? text(word.toUpperCase());
};

function formOf(column: Record<string, unknown>): Form {
  const [name, , form] = kindOf(column);
  // Only a number without decimals is written as an integer.
  return name === 'NUMBER' && numberOf(column['scale']) === 0 ? 'integer' : form;
}

function typeOf(column: Record<string, unknown>): ColumnType {
  const [name, datatype] = kindOf(column);
  const { extTypeName } = column;
  // The format of GEOGRAPHY depends on the session's output format.
  const own = typeof extTypeName === 'string' && extTypeName !== '' ? extTypeName : null;
  return { dbType: own ?? named(name, column), datatype, code: plainCode('text') };
}

function named(name: string, column: Record<string, unknown>): string {
  const of = (key: string): number | null => numberOf(column[key]);
  switch (name) {
    case 'NUMBER':
      return `NUMBER(${String(of('precision') ?? 38)},${String(of('scale') ?? 0)})`;
    case 'VARCHAR':
    case 'BINARY':
      return of('length') === null ? name : `${name}(${String(of('length'))})`;
    case 'TIME':
    case 'TIMESTAMP_NTZ':
    case 'TIMESTAMP_LTZ':
    case 'TIMESTAMP_TZ':
      return of('scale') === null ? name : `${name}(${String(of('scale'))})`;
    default:
      return name;
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) ? value : null;
