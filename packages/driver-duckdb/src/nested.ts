import { DuckDBTypeId, UTINYINT, type DuckDBType } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import { writeText } from '@sluice/driver-kit/encode/values';
import { valuesOf } from './fixed.js';
import type { ColumnReader } from './column-reader.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const nestedIds = [
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
] as const;

/** A type with nested values. */
export type NestedType = Extract<DuckDBType, { typeId: (typeof nestedIds)[number] }>;

/** Returns whether a type is a {@link NestedType}. */
export const isNested = (type: DuckDBType): type is NestedType =>
  nestedIds.some((id) => id === type.typeId);

/** Creates the reader of a part. Passed in to avoid an import cycle between nested and plain readers. */
type MakeReader = (vector: duckdb.Vector, rows: number, type: DuckDBType) => ColumnReader;

/** A vector of nested values. */
export interface NestedVector {
  vector: duckdb.Vector;
  rows: number;
  /** A value is written only up to this size in bytes. */
  maxBytes: number;
  make: MakeReader;
}

/**
 * Reads nested values as JSON, with parts in the forms of plain columns. The library's own objects lose the
 * fields of unnamed structs and the width of floats. `isValid` is set only if the vector's validity mask does
 * not define which values are null.
 */
export function nestedOf(
  column: NestedVector,
  type: NestedType,
): Pick<ColumnReader, 'write'> & Partial<Pick<ColumnReader, 'isValid'>> {
  const { vector, rows, maxBytes, make } = column;
  switch (type.typeId) {
    case DuckDBTypeId.LIST: {
      const spans = spansOf(vector, rows);
      const items = itemsOf(column, type.valueType);
      return {
        write: (o, row) => {
          writeList(o, items, spans.first(row), spans.count(row), maxBytes);
        },
      };
    }
    case DuckDBTypeId.ARRAY: {
      const { length, valueType } = type;
      const items = make(duckdb.array_vector_get_child(vector), rows * length, valueType);
      return {
        write: (o, row) => {
          writeList(o, items, row * length, length, maxBytes);
        },
      };
    }
    case DuckDBTypeId.MAP:
      return { write: map(column, type.keyType, type.valueType) };
    case DuckDBTypeId.STRUCT:
      return { write: struct(column, type.entryNames, type.entryTypes) };
    case DuckDBTypeId.UNION:
      return union(column, type.memberTypes);
  }
}

/** Writes a part of a nested value, without statistics. */
function writePart(o: JsonWriter, reader: ColumnReader, row: number): void {
  if (reader.isValid(row)) reader.write(o, row, o.statistics.columns);
  else writeNull(o);
}

function put(o: JsonWriter, byte: number): void {
  o.need(2);
  o.bytes[o.pos++] = byte;
}

function writeList(
  o: JsonWriter,
  items: ColumnReader,
  first: number,
  count: number,
  maxBytes: number,
): void {
  put(o, OPEN_LIST);
  for (let i = first; i < first + count && o.pos <= maxBytes; i++) {
    if (i > first) put(o, COMMA);
    writePart(o, items, i);
  }
  put(o, CLOSE_LIST);
}

/** Returns the range of each row's elements in the child vector. */
function spansOf(vector: duckdb.Vector, rows: number) {
  // Offset and length per row; both far below 2^53.
  const words = valuesOf(BigUint64Array, vector, rows * 2);
  return {
    first: (row: number) => Number(words[row * 2]),
    count: (row: number) => Number(words[row * 2 + 1]),
  };
}

const itemsOf = ({ vector, make }: NestedVector, type: DuckDBType): ColumnReader =>
  make(duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector), type);

/**
 * Writes an object of fields. A struct without unique field names, such as `row(1, 2)`, is written as a list.
 */
function struct(
  { vector, rows, make }: NestedVector,
  names: readonly string[],
  types: readonly DuckDBType[],
): ColumnReader['write'] {
  const fields = types.map((type, index) =>
    make(duckdb.struct_vector_get_child(vector, index), rows, type),
  );
  const isNamed = names.every((name) => name !== '') && new Set(names).size === names.length;
  return (o, row) => {
    put(o, isNamed ? OPEN_OBJECT : OPEN_LIST);
    for (const [index, field] of fields.entries()) {
      if (index > 0) put(o, COMMA);
      if (isNamed) {
        writeText(o, names[index] as string, o.statistics.columns);
        put(o, COLON);
      }
      writePart(o, field, row);
    }
    put(o, isNamed ? CLOSE_OBJECT : CLOSE_LIST);
  };
}

/** Writes an object with the text of the keys; a list of pairs if two keys can have the same text. */
function map(
  { vector, rows, make, maxBytes }: NestedVector,
  keyType: DuckDBType,
  valueType: DuckDBType,
): ColumnReader['write'] {
  const entries = duckdb.list_vector_get_child(vector);
  const count = duckdb.list_vector_get_size(vector);
  const keys = make(duckdb.struct_vector_get_child(entries, 0), count, keyType);
  const values = make(duckdb.struct_vector_get_child(entries, 1), count, valueType);
  const spans = spansOf(vector, rows);
  const isObject = !sharesText(keyType);
  return (o, row) => {
    const first = spans.first(row);
    const end = first + spans.count(row);
    put(o, isObject ? OPEN_OBJECT : OPEN_LIST);
    for (let i = first; i < end && o.pos <= maxBytes; i++) {
      if (i > first) put(o, COMMA);
      if (isObject) writeKey(o, keys, i);
      else {
        put(o, OPEN_LIST);
        writePart(o, keys, i);
      }
      put(o, isObject ? COLON : COMMA);
      writePart(o, values, i);
      if (!isObject) put(o, CLOSE_LIST);
    }
    put(o, isObject ? CLOSE_OBJECT : CLOSE_LIST);
  };
}

/** Writes a key; a key that is not a string is written as the text of its JSON. */
function writeKey(o: JsonWriter, keys: ColumnReader, row: number): void {
  const start = o.pos;
  writePart(o, keys, row);
  if (o.bytes[start] === QUOTE) return;
  const json = o.bytes.toString('utf8', start, o.pos);
  o.pos = start;
  writeText(o, json, o.statistics.columns);
}

/** Returns whether different keys of the type can have the same JSON text. */
function sharesText(type: DuckDBType): boolean {
  const { typeId } = type;
  if (typeId === DuckDBTypeId.UNION || typeId === DuckDBTypeId.VARIANT) return true;
  if (typeId === DuckDBTypeId.LIST || typeId === DuckDBTypeId.ARRAY)
    return sharesText(type.valueType);
  if (typeId === DuckDBTypeId.MAP) return sharesText(type.keyType) || sharesText(type.valueType);
  if (typeId === DuckDBTypeId.STRUCT) return type.entryTypes.some(sharesText);
  // The text of a string can equal the JSON of a number.
  return type.alias === 'JSON';
}

/** Writes the active member of a union; the first part is its tag. */
function union(
  { vector, rows, make }: NestedVector,
  types: readonly DuckDBType[],
): Pick<ColumnReader, 'isValid' | 'write'> {
  const tags = make(duckdb.struct_vector_get_child(vector, 0), rows, UTINYINT);
  const tag = valuesOf(Uint8Array, duckdb.struct_vector_get_child(vector, 0), rows);
  const members = types.map((type, index) =>
    make(duckdb.struct_vector_get_child(vector, index + 1), rows, type),
  );
  return {
    isValid: tags.isValid,
    write: (o, row) => {
      writePart(o, members[tag[row] as number] as ColumnReader, row);
    },
  };
}
