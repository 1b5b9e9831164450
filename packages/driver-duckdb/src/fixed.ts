import { DuckDBTypeId, type DuckDBDecimalType, type DuckDBType } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { Output } from '@sluice/driver-kit/encode/output';
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

/** Writes the value of a row that is not null. */
type Write = (o: Output, row: number, column: number) => void;
type Make = (vector: duckdb.Vector, rows: number, type: DuckDBType) => Write;

/** A typed array over the values of a vector. */
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
  (Kind: Wholes): Make =>
  (vector, rows) => {
    const items = valuesOf<ArrayLike<number>>(Kind, vector, rows);
    return (o, row, column) => {
      writeWhole(o, items[row] as number, column);
    };
  };

const doubles: Make = (vector, rows) => {
  const items = valuesOf(Float64Array, vector, rows);
  return (o, row, column) => {
    writeNumber(o, items[row] as number, column);
  };
};

/** With the digits of a float, not of the double of the same value. */
const floats: Make = (vector, rows) => {
  const items = valuesOf(Float32Array, vector, rows);
  return (o, row, column) => {
    writeNumber(o, shortest(items[row] as number), column);
  };
};

/** So many tell any two floats apart. */
const MOST_DIGITS = 9;
/** Floats from here on have six digits that are theirs; smaller ones have fewer. */
const LEAST_NORMAL = 2 ** -126;

/** The shortest decimal that is the same float. */
export function shortest(value: number): number {
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
    this.whole = valuesOf(BigInt64Array, vector, rows);
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
  const items = valuesOf(BigUint64Array, vector, rows);
  return (o, row, column) => {
    writeInteger(o, items[row] as bigint, column);
  };
};

const booleans: Make = (vector, rows) => {
  const items = valuesOf(Uint8Array, vector, rows);
  return (o, row, column) => {
    writeBoolean(o, items[row] !== 0, column);
  };
};

const FAR_DAYS = 0x7fffffff;
const infinite = (isPast: boolean): string => (isPast ? '-infinity' : 'infinity');

const dates: Make = (vector, rows) => {
  const items = valuesOf(Int32Array, vector, rows);
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
      writeText(o, isFar ? infinite(ticks < 0n) : timestampText(ticks, perSecond, zone), column);
    };
  };

const decimals: Make = (vector, rows, type) => {
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

const makes: Partial<Record<DuckDBTypeId, Make>> = {
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

/** The writer of a type whose values have a fixed size and are read from the vector's memory; null for other types. */
export function fixedOf(vector: duckdb.Vector, rows: number, type: DuckDBType): Write | null {
  const isNarrow = type.typeId === DuckDBTypeId.DECIMAL && type.width <= NARROW_DIGITS;
  const make = isNarrow ? decimals : makes[type.typeId];
  return make ? make(vector, rows, type) : null;
}

/** Decimals of so many digits fit into eight bytes. */
const NARROW_DIGITS = 18;
