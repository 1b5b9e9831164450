import {
  DuckDBTypeId,
  type DuckDBDataChunk,
  type DuckDBDecimalType,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { json } from '../encode/json.js';
import type { Output } from '../encode/output.js';
import { text } from '../encode/text.js';
import {
  writeBinary,
  writeBoolean,
  writeExact,
  writeInteger,
  writeJson,
  writeNumber,
  writeScaled,
  writeText,
  writeWhole,
} from '../encode/values.js';
import { writeDay, writeInstant } from './days.js';
import { jsonOf, textOf } from './json.js';
import { Strings } from './strings.js';
import { dateText, timestampText } from './times.js';
import { isJson } from './types.js';

/** The values of one column of a chunk. */
export interface ColumnReader {
  isValid(row: number): boolean;
  /** Bytes of a value that is not null, for columns whose values may be large. */
  bytes: ((row: number) => number) | null;
  /** Bytes of the longest value, where that is known without reading them all. */
  longest?: number;
  /** Writes a value that is not null. */
  write(o: Output, row: number, column: number): void;
}

type Valid = (row: number) => boolean;
type Writes = Pick<ColumnReader, 'bytes' | 'longest' | 'write'>;
type Make = (vector: duckdb.Vector, rows: number, type: DuckDBType) => Writes['write'];

/** A typed array over the values of a vector. */
const values = <T>(
  Kind: { new (buffer: ArrayBuffer, at: number, length: number): T; BYTES_PER_ELEMENT: number },
  vector: duckdb.Vector,
  rows: number,
): T => {
  const data = duckdb.vector_get_data(vector, rows * Kind.BYTES_PER_ELEMENT);
  return new Kind(data.buffer as ArrayBuffer, data.byteOffset, rows);
};

type Wholes =
  | typeof Int8Array
  | typeof Int16Array
  | typeof Int32Array
  | typeof Uint8Array
  | typeof Uint16Array
  | typeof Uint32Array;

const wholes =
  (Kind: Wholes): Make =>
  (vector, rows) => {
    const items = values<ArrayLike<number>>(Kind, vector, rows);
    return (o, row, column) => {
      writeWhole(o, items[row] as number, column);
    };
  };

const doubles: Make = (vector, rows) => {
  const items = values(Float64Array, vector, rows);
  return (o, row, column) => {
    writeNumber(o, items[row] as number, column);
  };
};

/** The shortest digits that are this float, not those of the double that it is, too. */
const floats: Make = (vector, rows) => {
  const items = values(Float32Array, vector, rows);
  return (o, row, column) => {
    writeNumber(o, shortest(items[row] as number), column);
  };
};

/** So many tell any two floats apart. */
const MOST_DIGITS = 9;
/** Floats from here on have six digits that are theirs; smaller ones have fewer. */
const LEAST_NORMAL = 2 ** -126;

function shortest(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = Math.abs(value) < LEAST_NORMAL ? 1 : 6; digits <= MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const WORD = 2 ** 32;
/** The upper halves of integers that a double holds. */
const HIGHEST = 2 ** 21;

/** Integers of eight bytes; as numbers where a double holds them, since a bigint is an object. */
class Longs {
  private readonly halves: Int32Array;
  private readonly whole: BigInt64Array;

  constructor(vector: duckdb.Vector, rows: number) {
    this.whole = values(BigInt64Array, vector, rows);
    this.halves = new Int32Array(this.whole.buffer, this.whole.byteOffset, rows * 2);
  }

  /** NaN when a double may not hold it. */
  near(row: number): number {
    const high = this.halves[row * 2 + 1] as number;
    if (high >= HIGHEST || high < -HIGHEST) return Number.NaN;
    return high * WORD + ((this.halves[row * 2] as number) >>> 0);
  }

  exact(row: number): bigint {
    return this.whole[row] as bigint;
  }
}

const integers: Make = (vector, rows) => {
  const items = new Longs(vector, rows);
  return (o, row, column) => {
    const near = items.near(row);
    if (Number.isNaN(near)) writeInteger(o, items.exact(row), column);
    else writeWhole(o, near, column);
  };
};

const unsigned: Make = (vector, rows) => {
  const items = values(BigUint64Array, vector, rows);
  return (o, row, column) => {
    writeInteger(o, items[row] as bigint, column);
  };
};

const booleans: Make = (vector, rows) => {
  const items = values(Uint8Array, vector, rows);
  return (o, row, column) => {
    writeBoolean(o, items[row] !== 0, column);
  };
};

const FAR_DAYS = 0x7fffffff;
const infinite = (isPast: boolean): string => (isPast ? '-infinity' : 'infinity');

const dates: Make = (vector, rows) => {
  const items = values(Int32Array, vector, rows);
  return (o, row, column) => {
    const days = items[row] as number;
    if (writeDay(o, days, column)) return;
    writeText(o, Math.abs(days) === FAR_DAYS ? infinite(days < 0) : dateText(days), column);
  };
};

const FAR_TICKS = 0x7fffffffffffffffn;

const timestamps =
  (perSecond: Parameters<typeof timestampText>[1], zone: '' | 'Z'): Make =>
  (vector, rows) => {
    const items = new Longs(vector, rows);
    return (o, row, column) => {
      const near = perSecond === 1_000_000 ? items.near(row) : Number.NaN;
      if (!Number.isNaN(near) && writeInstant(o, near, zone !== '', column)) return;
      const ticks = items.exact(row);
      const isFar = ticks === FAR_TICKS || ticks === -FAR_TICKS;
      writeText(o, isFar ? infinite(ticks < 0n) : timestampText(ticks, perSecond) + zone, column);
    };
  };

const decimals: Make = (vector, rows, type) => {
  const { width, scale } = type as DuckDBDecimalType;
  if (width <= 9) {
    const items = values<ArrayLike<number>>(width <= 4 ? Int16Array : Int32Array, vector, rows);
    return (o, row, column) => {
      writeScaled(o, items[row] as number, scale, column);
    };
  }
  const items = new Longs(vector, rows);
  const power = 10 ** scale;
  return (o, row, column) => {
    const near = items.near(row);
    if (!Number.isNaN(near)) {
      writeScaled(o, near, scale, column);
      return;
    }
    const value = items.exact(row);
    writeExact(o, pointed(String(value), scale), Number(value) / power, column);
  };
};

/** Digits with the point put in. */
function pointed(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  const size = digits.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${size.slice(0, -scale)}.${size.slice(-scale)}`;
}

const fixed: Partial<Record<DuckDBTypeId, Make>> = {
  [DuckDBTypeId.BOOLEAN]: booleans,
  [DuckDBTypeId.TINYINT]: wholes(Int8Array),
  [DuckDBTypeId.SMALLINT]: wholes(Int16Array),
  [DuckDBTypeId.INTEGER]: wholes(Int32Array),
  [DuckDBTypeId.UTINYINT]: wholes(Uint8Array),
  [DuckDBTypeId.USMALLINT]: wholes(Uint16Array),
  [DuckDBTypeId.UINTEGER]: wholes(Uint32Array),
  [DuckDBTypeId.DOUBLE]: doubles,
  [DuckDBTypeId.FLOAT]: floats,
  [DuckDBTypeId.BIGINT]: integers,
  [DuckDBTypeId.UBIGINT]: unsigned,
  [DuckDBTypeId.DATE]: dates,
  [DuckDBTypeId.TIMESTAMP]: timestamps(1_000_000, ''),
  [DuckDBTypeId.TIMESTAMP_TZ]: timestamps(1_000_000, 'Z'),
  [DuckDBTypeId.TIMESTAMP_S]: timestamps(1, ''),
  [DuckDBTypeId.TIMESTAMP_MS]: timestamps(1_000, ''),
  [DuckDBTypeId.TIMESTAMP_NS]: timestamps(1_000_000_000, ''),
};

/** Reads a column of a chunk: plain types from its memory, the others through the library's objects. */
export function readerOf(chunk: DuckDBDataChunk, column: number, type: DuckDBType): ColumnReader {
  const rows = chunk.rowCount;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  const isValid = validity(vector, rows);
  if (type.typeId === DuckDBTypeId.VARCHAR) {
    return { isValid, ...strings(vector, rows, isValid, isJson(type)) };
  }
  const narrow = type.typeId === DuckDBTypeId.DECIMAL && type.width <= 18;
  const make = narrow ? decimals : fixed[type.typeId];
  if (make) return { isValid, bytes: null, write: make(vector, rows, type) };
  return { isValid, ...objects(chunk, column, type) };
}

function validity(vector: duckdb.Vector, rows: number): Valid {
  const bits = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8) as Uint8Array | null;
  if (!bits) return () => true;
  return (row) => ((bits[row >> 3] as number) & (1 << (row & 7))) !== 0;
}

function strings(vector: duckdb.Vector, rows: number, isValid: Valid, holdsJson: boolean): Writes {
  const all = new Strings(vector, rows, isValid);
  const write = holdsJson ? json : text;
  return {
    bytes: (row) => all.length(row),
    longest: all.longest,
    write: (o, row, column) => {
      write(o, all.source(row), all.at(row), all.length(row), column);
    },
  };
}

/** Types whose values are JSON of their own. */
const nested = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
]);

function objects(chunk: DuckDBDataChunk, column: number, type: DuckDBType): Writes {
  const vector = chunk.getColumnVector(column);
  const at = (row: number): Exclude<DuckDBValue, null> =>
    vector.getItem(row) as Exclude<DuckDBValue, null>;
  if (type.typeId === DuckDBTypeId.BLOB) {
    const bytesAt = (row: number): Uint8Array => (at(row) as { bytes: Uint8Array }).bytes;
    return {
      bytes: (row) => bytesAt(row).length,
      write: (o, row, to) => {
        writeBinary(o, bytesAt(row), to);
      },
    };
  }
  if (nested.has(type.typeId)) {
    let last = { row: -1, json: '' };
    const jsonAt = (row: number): string => {
      if (last.row !== row) last = { row, json: jsonOf(at(row)) };
      return last.json;
    };
    return {
      bytes: (row) => Buffer.byteLength(jsonAt(row)),
      write: (o, row, to) => {
        writeJson(o, jsonAt(row), to);
      },
    };
  }
  return {
    bytes: null,
    write: (o, row, to) => {
      scalar(o, at(row), type, to);
    },
  };
}

function scalar(
  o: Output,
  value: Exclude<DuckDBValue, null>,
  type: DuckDBType,
  column: number,
): void {
  if (typeof value === 'bigint') writeInteger(o, value, column);
  else if (type.typeId === DuckDBTypeId.DECIMAL) {
    const digits = String(value);
    writeExact(o, digits, Number(digits), column);
  } else writeText(o, textOf(value), column);
}
