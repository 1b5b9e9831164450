import { DuckDBTypeId, type DuckDBDecimalType, type DuckDBType } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import {
  writeBoolean,
  writeExact,
  writeInteger,
  writeNumber,
  writeScaled,
  writeText,
  writeWhole,
} from '@sluice/driver-kit/encode/values';
import { writeDay, writeInstant } from './days.js';
import { dateText, timestampText } from './times.js';

/** Writes a row's non-null value. */
type Write = (o: JsonWriter, row: number, column: number) => void;
type MakeWriter = (vector: duckdb.Vector, rows: number, type: DuckDBType) => Write;

/** Returns a typed array over the values of a vector. */
export const valuesOf = <T>(
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
  (Kind: Wholes): MakeWriter =>
  (vector, rows) => {
    const items = valuesOf<ArrayLike<number>>(Kind, vector, rows);
    return (o, row, column) => {
      writeWhole(o, items[row] as number, column);
    };
  };

const doubles: MakeWriter = (vector, rows) => {
  const items = valuesOf(Float64Array, vector, rows);
  return (o, row, column) => {
    writeNumber(o, items[row] as number, column);
  };
};

/** Writes the shortest digits of the float, not those of the equal double. */
const floats: MakeWriter = (vector, rows) => {
  const items = valuesOf(Float32Array, vector, rows);
  return (o, row, column) => {
    writeNumber(o, shortest(items[row] as number), column);
  };
};

/** Digits that distinguish any two floats. */
const MAX_DIGITS = 9;
/** Smallest normal float: smaller ones have fewer than six significant digits. */
const MIN_NORMAL = 2 ** -126;

/** Returns the shortest decimal of the same float. */
export function shortest(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = Math.abs(value) < MIN_NORMAL ? 1 : 6; digits <= MAX_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const WORD = 2 ** 32;
/** Range of the upper halves of integers that are exact as doubles. */
const HIGHEST = 2 ** 21;

/** 64-bit integers, read as numbers where they are exact, because a bigint allocates. */
class Longs {
  private readonly halves: Int32Array;
  private readonly whole: BigInt64Array;

  constructor(vector: duckdb.Vector, rows: number) {
    this.whole = valuesOf(BigInt64Array, vector, rows);
    this.halves = new Int32Array(this.whole.buffer, this.whole.byteOffset, rows * 2);
  }

  /** Returns the value as a number; NaN if it may not be exact. */
  near(row: number): number {
    const high = this.halves[row * 2 + 1] as number;
    if (high >= HIGHEST || high < -HIGHEST) return Number.NaN;
    return high * WORD + ((this.halves[row * 2] as number) >>> 0);
  }

  exact(row: number): bigint {
    return this.whole[row] as bigint;
  }
}

const integers: MakeWriter = (vector, rows) => {
  const items = new Longs(vector, rows);
  return (o, row, column) => {
    const near = items.near(row);
    if (Number.isNaN(near)) writeInteger(o, items.exact(row), column);
    else writeWhole(o, near, column);
  };
};

const unsigned: MakeWriter = (vector, rows) => {
  const items = valuesOf(BigUint64Array, vector, rows);
  return (o, row, column) => {
    writeInteger(o, items[row] as bigint, column);
  };
};

const booleans: MakeWriter = (vector, rows) => {
  const items = valuesOf(Uint8Array, vector, rows);
  return (o, row, column) => {
    writeBoolean(o, items[row] !== 0, column);
  };
};

const FAR_DAYS = 0x7fffffff;
const infinite = (isPast: boolean): string => (isPast ? '-infinity' : 'infinity');

const dates: MakeWriter = (vector, rows) => {
  const items = valuesOf(Int32Array, vector, rows);
  return (o, row, column) => {
    const days = items[row] as number;
    if (writeDay(o, days, column)) return;
    writeText(o, Math.abs(days) === FAR_DAYS ? infinite(days < 0) : dateText(days), column);
  };
};

const FAR_TICKS = 0x7fffffffffffffffn;

const timestamps =
  (perSecond: Parameters<typeof timestampText>[1], zone: '' | 'Z'): MakeWriter =>
  (vector, rows) => {
    const items = new Longs(vector, rows);
    return (o, row, column) => {
      const near = perSecond === 1_000_000 ? items.near(row) : Number.NaN;
      if (!Number.isNaN(near) && writeInstant(o, near, zone !== '', column)) return;
      const ticks = items.exact(row);
      const isFar = ticks === FAR_TICKS || ticks === -FAR_TICKS;
      writeText(o, isFar ? infinite(ticks < 0n) : timestampText(ticks, perSecond, zone), column);
    };
  };

const decimals: MakeWriter = (vector, rows, type) => {
  const { width, scale } = type as DuckDBDecimalType;
  if (width <= 9) {
    const items = valuesOf<ArrayLike<number>>(width <= 4 ? Int16Array : Int32Array, vector, rows);
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
    writeExact(o, withPoint(String(value), scale), Number(value) / power, column);
  };
};

/** Inserts the decimal point. */
function withPoint(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  const size = digits.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${size.slice(0, -scale)}.${size.slice(-scale)}`;
}

const makers: Partial<Record<DuckDBTypeId, MakeWriter>> = {
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

/** Returns the writer of a fixed-size type, which reads the vector's memory; null for other types. */
export function fixedOf(vector: duckdb.Vector, rows: number, type: DuckDBType): Write | null {
  const isNarrow = type.typeId === DuckDBTypeId.DECIMAL && type.width <= NARROW_DIGITS;
  const make = isNarrow ? decimals : makers[type.typeId];
  return make ? make(vector, rows, type) : null;
}

/** Decimals of at most so many digits have eight bytes. */
const NARROW_DIGITS = 18;
