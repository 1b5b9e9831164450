import {
  DuckDBTypeId,
  DuckDBVector,
  type DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { json, writeJson } from '@sluice/driver-kit/encode/json';
import { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import { text } from '@sluice/driver-kit/encode/text';
import { writeBinary, writeExact, writeInteger, writeText } from '@sluice/driver-kit/encode/values';
import { fixedOf } from './fixed.js';
import { jsonOf, textOf } from './json.js';
import { isNested, nestedOf } from './nested.js';
import { Strings } from './strings.js';
import { isJson } from './types.js';
import type { ColumnReader } from './column-reader.js';

/** Initial buffer size of a draft. */
const DRAFT_BYTES = 4 * 1024;

type Valid = ColumnReader['isValid'];
type Writes = Omit<ColumnReader, 'isValid'>;

/**
 * Returns the reader of a chunk's column: most types are read from the vector's memory, others through the
 * library's objects. `maxBytes` limits a value: a nested one is not written further.
 */
export function readerOf(
  chunk: DuckDBDataChunk,
  column: number,
  type: DuckDBType,
  maxBytes: number,
): ColumnReader {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  const reader = vectorReader(vector, chunk.rowCount, type, maxBytes);
  return isNested(type) ? drafted(reader) : reader;
}

function vectorReader(
  vector: duckdb.Vector,
  rows: number,
  type: DuckDBType,
  maxBytes: number,
): ColumnReader {
  const isValid = validity(vector, rows);
  if (type.typeId === DuckDBTypeId.VARCHAR) {
    return { isValid, ...strings(vector, rows, isValid, isJson(type)) };
  }
  if (isNested(type)) {
    const make = (part: duckdb.Vector, count: number, partType: DuckDBType): ColumnReader =>
      vectorReader(part, count, partType, maxBytes);
    return { isValid, bytes: null, ...nestedOf({ vector, rows, maxBytes, make }, type) };
  }
  const write = fixedOf(vector, rows, type);
  return { isValid, ...(write ? { bytes: null, write } : objects(vector, rows, type)) };
}

/** Writes each value to a draft first to know the length of its JSON. */
function drafted({ isValid, write }: ColumnReader): ColumnReader {
  const draft = new JsonWriter(0, DRAFT_BYTES);
  let drawn = -1;
  const draw = (row: number): number => {
    if (drawn !== row) {
      draft.pos = 0;
      write(draft, row, 0);
      drawn = row;
    }
    return draft.pos;
  };
  return {
    isValid,
    bytes: draw,
    write: (o, row, column) => {
      json(o, draft, 0, draw(row), column);
    },
  };
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

function objects(raw: duckdb.Vector, rows: number, type: DuckDBType): Writes {
  const vector = DuckDBVector.create(raw, rows, type);
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
  const isVariant = type.typeId === DuckDBTypeId.VARIANT;
  if (isVariant || longTexts.has(type.typeId)) {
    let last = { row: -1, text: '' };
    const textAt = (row: number): string => {
      const value = last.row === row ? null : at(row);
      if (value !== null) {
        last = { row, text: isVariant ? jsonOf(value, type) : textOf(value) };
      }
      return last.text;
    };
    const write = isVariant ? writeJson : writeText;
    return {
      bytes: (row) => Buffer.byteLength(textAt(row)),
      write: (o, row, to) => {
        write(o, textAt(row), to);
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

/** Types with potentially long text. */
const longTexts = new Set([DuckDBTypeId.BIT, DuckDBTypeId.GEOMETRY]);

function scalar(
  o: JsonWriter,
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
